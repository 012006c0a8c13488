/* SPDX-License-Identifier: Apache-2.0 */
/* TensorFlow's GraphDef and SavedModel (tensorflow/core/framework and protobuf) and Core ML's Model
 * (mlmodel/format).
 */
#include "onnx/foreign.h"

#include <stddef.h>

#include "onnx/schema.h"

#define FIELD(place, text, field_number, field_type, field_label, message) \
    [place] = {                                                            \
        .name = (text),                                                    \
        .of = (message),                                                   \
        .number = (field_number),                                          \
        .index = (place),                                                  \
        .type = OL_TYPE_##field_type,                                      \
        .wire = OL_WIRE_OF_##field_type,                                   \
        .form = OL_FORM_OF(field_type, field_label, 0, 0),                 \
        .label = OL_LABEL_##field_label,                                   \
    }

/* TensorFlow; messages that nothing depends on are taken for bytes. */
static const struct ol_field attr_entry_fields[] = {
    FIELD(0, "key", 1, STRING, OPTIONAL, NULL),
    FIELD(1, "value", 2, BYTES, OPTIONAL, NULL),
};
static const struct ol_message attr_entry = {
    .name = "NodeDef.AttrEntry",
    .fields = attr_entry_fields,
    .field_count = 2,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2},
};

static const struct ol_field node_def_fields[] = {
    FIELD(0, "name", 1, STRING, OPTIONAL, NULL),
    FIELD(1, "op", 2, STRING, OPTIONAL, NULL),
    FIELD(2, "input", 3, STRING, REPEATED, NULL),
    FIELD(3, "device", 4, STRING, OPTIONAL, NULL),
    FIELD(4, "attr", 5, MESSAGE, REPEATED, &attr_entry),
    FIELD(5, "experimental_debug_info", 6, BYTES, OPTIONAL, NULL),
    FIELD(6, "experimental_type", 7, BYTES, OPTIONAL, NULL),
};
static const struct ol_message node_def = {
    .name = "NodeDef",
    .fields = node_def_fields,
    .field_count = 7,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 5, [6] = 6, [7] = 7},
};

static const struct ol_field graph_def_fields[] = {
    FIELD(0, "node", 1, MESSAGE, REPEATED, &node_def),
    FIELD(1, "library", 2, BYTES, OPTIONAL, NULL),
    FIELD(2, "version", 3, INT32, OPTIONAL, NULL),
    FIELD(3, "versions", 4, BYTES, OPTIONAL, NULL),
    FIELD(4, "debug_info", 5, BYTES, OPTIONAL, NULL),
};
const struct ol_message ol_tensorflow_graph = {
    .name = "GraphDef",
    .fields = graph_def_fields,
    .field_count = 5,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 5},
};

static const struct ol_field meta_info_fields[] = {
    FIELD(0, "meta_graph_version", 1, STRING, OPTIONAL, NULL),
    FIELD(1, "stripped_op_list", 2, BYTES, OPTIONAL, NULL),
    FIELD(2, "any_info", 3, BYTES, OPTIONAL, NULL),
    FIELD(3, "tags", 4, STRING, REPEATED, NULL),
    FIELD(4, "tensorflow_version", 5, STRING, OPTIONAL, NULL),
    FIELD(5, "tensorflow_git_version", 6, STRING, OPTIONAL, NULL),
    FIELD(6, "stripped_default_attrs", 7, INT32, OPTIONAL, NULL),
    FIELD(7, "function_aliases", 8, BYTES, REPEATED, NULL),
};
static const struct ol_message meta_info = {
    .name = "MetaGraphDef.MetaInfoDef",
    .fields = meta_info_fields,
    .field_count = 8,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 5, [6] = 6, [7] = 7, [8] = 8},
};

static const struct ol_field meta_graph_fields[] = {
    FIELD(0, "meta_info_def", 1, MESSAGE, OPTIONAL, &meta_info),
    FIELD(1, "graph_def", 2, MESSAGE, OPTIONAL, &ol_tensorflow_graph),
    FIELD(2, "saver_def", 3, BYTES, OPTIONAL, NULL),
    FIELD(3, "collection_def", 4, BYTES, REPEATED, NULL),
    FIELD(4, "signature_def", 5, BYTES, REPEATED, NULL),
    FIELD(5, "asset_file_def", 6, BYTES, REPEATED, NULL),
    FIELD(6, "object_graph_def", 7, BYTES, OPTIONAL, NULL),
};
static const struct ol_message meta_graph = {
    .name = "MetaGraphDef",
    .fields = meta_graph_fields,
    .field_count = 7,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 5, [6] = 6, [7] = 7},
};

static const struct ol_field saved_model_fields[] = {
    FIELD(0, "saved_model_schema_version", 1, INT64, OPTIONAL, NULL),
    FIELD(1, "meta_graphs", 2, MESSAGE, REPEATED, &meta_graph),
};
const struct ol_message ol_tensorflow_saved_model = {
    .name = "SavedModel",
    .fields = saved_model_fields,
    .field_count = 2,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2},
};

/* Core ML */
static const struct ol_field feature_fields[] = {
    FIELD(0, "name", 1, STRING, OPTIONAL, NULL),
    FIELD(1, "shortDescription", 2, STRING, OPTIONAL, NULL),
    FIELD(2, "type", 3, BYTES, OPTIONAL, NULL),
};
static const struct ol_message feature = {
    .name = "FeatureDescription",
    .fields = feature_fields,
    .field_count = 3,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2, [3] = 3},
};

static const struct ol_field description_fields[] = {
    FIELD(0, "input", 1, MESSAGE, REPEATED, &feature),
    FIELD(1, "output", 10, MESSAGE, REPEATED, &feature),
    FIELD(2, "predictedFeatureName", 11, STRING, OPTIONAL, NULL),
    FIELD(3, "predictedProbabilitiesName", 12, STRING, OPTIONAL, NULL),
    FIELD(4, "state", 13, MESSAGE, REPEATED, &feature),
    FIELD(5, "functions", 20, BYTES, REPEATED, NULL),
    FIELD(6, "defaultFunctionName", 21, STRING, OPTIONAL, NULL),
};
static const struct ol_message description = {
    .name = "ModelDescription",
    .fields = description_fields,
    .field_count = 7,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [10] = 2, [11] = 3, [12] = 4, [13] = 5, [20] = 6, [21] = 7},
};

static const struct ol_field core_ml_fields[] = {
    FIELD(0, "specificationVersion", 1, INT32, OPTIONAL, NULL),
    FIELD(1, "description", 2, MESSAGE, OPTIONAL, &description),
    FIELD(2, "isUpdatable", 10, INT32, OPTIONAL, NULL),
};
const struct ol_message ol_core_ml_model = {
    .name = "Model",
    .fields = core_ml_fields,
    .field_count = 3,
    .id = OL_MESSAGE_COUNT,
    .place_by_number = {[1] = 1, [2] = 2, [10] = 3},
};
