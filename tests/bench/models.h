/* SPDX-License-Identifier: Apache-2.0 */
/* Models of any size, for which time and memory are to be linear. All but make_wide, make_dense and
 * make_repeated are without a fault. */
#ifndef OL_TESTS_BENCH_MODELS_H
#define OL_TESTS_BENCH_MODELS_H

#include "bytes.h"

/* A graph of that many nodes with names. A node takes the value before it, and another one of the
 * graph or, every fourth node, an initializer of its own; every second value has a value_info. */
void make_chain(struct bytes *model, unsigned nodes);

/* A subgraph lies three messages below the graph around it; its outputs need five more. Messages up
 * to 100 below the root are read. */
#define NESTED_DEPTH_MAX 31

/* That many subgraphs, so many of which are nested, one below the other; then the next such tower.
 * Each takes values of all graphs around it. */
void make_nested(struct bytes *model, unsigned subgraphs, unsigned depth);

/* That many functions, each of which calls the next two: as many ways to the last one as a
 * Fibonacci number. */
void make_functions(struct bytes *model, unsigned functions);

/* About that many nodes of the standard, of the sorts that networks are made of: some with five
 * attributes, some with none, now and then one with two subgraphs. Types and shapes are stated of
 * every third value. */
void make_operators(struct bytes *model, unsigned nodes);

/* A chain of nodes of a domain of its own, with one INT, one INTS and one STRING attribute each. */
void make_nodes(struct bytes *model, unsigned nodes);

/* The same with a text for each attribute, so that the strictest rules find nothing in a node. */
void make_documented(struct bytes *model, unsigned nodes);

/* The same, and no attribute is there twice. */
void make_unlike(struct bytes *model, unsigned nodes);

/* One graph of that many empty nodes. */
void make_wide(struct bytes *model, unsigned nodes);

/* That many initializers of 16 bytes, ten to a node. */
void make_initializers(struct bytes *model, unsigned initializers);

/* What models begin with: IR version 8, the standard operators and those of a domain. */
void begin_model(struct bytes *model);

/* So many of each item that takes two or three bytes of a file and might take many of memory. */
void make_dense(struct bytes *model, unsigned count);

/* That many nodes with names, each of which but the first makes a value that is there already: an
 * error with a related place for each. */
void make_repeated(struct bytes *model, unsigned nodes);

/* The same with names of some 115 bytes, as exporters write them. */
void make_repeated_long(struct bytes *model, unsigned nodes);

/* Two such nodes in each of that many subgraphs, so many of which are nested, one in the other. */
void make_repeated_deep(struct bytes *model, unsigned subgraphs, unsigned depth);

/* That many towers of so many nested subgraphs, with names; in the innermost one of each are two
 * such nodes. */
void make_towers(struct bytes *model, unsigned towers, unsigned depth);

#endif
