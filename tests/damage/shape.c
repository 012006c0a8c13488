/* SPDX-License-Identifier: Apache-2.0 */
#include "damage/shape.h"

#include <ctype.h>
#include <string.h>

#include "tools/files.h"

/* Field numbers with their types: N a name, s any other string, b bytes, i int64, u uint64, n int32
 * or an open enum, e a closed enum of 0 and 1, f float, d double, or a message. A star: repeated; a
 * bar: a member of the oneof. Last the numbers that the schema reserves. */
static const struct line {
    const char *name;
    const char *fields;
    const char *reserved;
} lines[] = {
    {"AttributeProto",
     "1:N 2:f 3:i 4:b 5:TensorProto 6:GraphProto 7:f* 8:i* 9:b* 10:TensorProto* 11:GraphProto* 13:s 14:TypeProto 15:TypeProto* 20:n 21:N 22:SparseTensorProto 23:SparseTensorProto*",
     "12 16 17 18 19"},
    {"ValueInfoProto", "1:N 2:TypeProto 3:s 4:StringStringEntryProto*", ""},
    {"NodeProto",
     "1:N* 2:N* 3:N 4:N 5:AttributeProto* 6:s 7:N 8:N 9:StringStringEntryProto* 10:NodeDeviceConfigurationProto*",
     ""},
    {"IntIntListEntryProto", "1:i 2:i*", ""},
    {"NodeDeviceConfigurationProto", "1:N 2:ShardingSpecProto* 3:n", ""},
    {"ShardingSpecProto", "1:N 2:i* 3:IntIntListEntryProto* 4:ShardedDimProto*", ""},
    {"ShardedDimProto", "1:i 2:SimpleShardedDimProto*", ""},
    {"SimpleShardedDimProto", "1:i| 2:N| 3:i", ""},
    {"TrainingInfoProto",
     "1:GraphProto 2:GraphProto 3:StringStringEntryProto* 4:StringStringEntryProto*", ""},
    {"ModelProto",
     "1:i 2:N 3:N 4:N 5:i 6:s 7:GraphProto 8:OperatorSetIdProto* 14:StringStringEntryProto* 20:TrainingInfoProto* 25:FunctionProto* 26:DeviceConfigurationProto*",
     ""},
    {"DeviceConfigurationProto", "1:N 2:n 3:N*", ""},
    {"StringStringEntryProto", "1:N 2:s", ""},
    {"TensorAnnotation", "1:N 2:StringStringEntryProto*", ""},
    {"GraphProto",
     "1:NodeProto* 2:N 5:TensorProto* 10:s 11:ValueInfoProto* 12:ValueInfoProto* 13:ValueInfoProto* 14:TensorAnnotation* 15:SparseTensorProto* 16:StringStringEntryProto*",
     "3 4 6 7 8 9"},
    {"TensorProto",
     "1:i* 2:n 3:TensorProto.Segment 4:f* 5:n* 6:b* 7:i* 8:N 9:b 10:d* 11:u* 12:s 13:StringStringEntryProto* 14:e 16:StringStringEntryProto*",
     ""},
    {"TensorProto.Segment", "1:i 2:i", ""},
    {"SparseTensorProto", "1:TensorProto 2:TensorProto 3:i*", ""},
    {"TensorShapeProto.Dimension", "1:i| 2:N| 3:N", ""},
    {"TensorShapeProto", "1:TensorShapeProto.Dimension*", ""},
    {"TypeProto.Tensor", "1:n 2:TensorShapeProto", ""},
    {"TypeProto.Sequence", "1:TypeProto", ""},
    {"TypeProto.Map", "1:n 2:TypeProto", ""},
    {"TypeProto.Optional", "1:TypeProto", ""},
    {"TypeProto.SparseTensor", "1:n 2:TensorShapeProto", ""},
    {"TypeProto.Opaque", "1:N 2:N", "3"},
    {"TypeProto",
     "1:TypeProto.Tensor| 4:TypeProto.Sequence| 5:TypeProto.Map| 6:N 7:TypeProto.Opaque| 8:TypeProto.SparseTensor| 9:TypeProto.Optional|",
     ""},
    {"OperatorSetIdProto", "1:N 2:i", ""},
    {"FunctionProto",
     "1:N 4:N* 5:N* 6:N* 7:NodeProto* 8:s 9:OperatorSetIdProto* 10:N 11:AttributeProto* 12:ValueInfoProto* 13:N 14:StringStringEntryProto*",
     "2 3"},
    {"SequenceProto",
     "1:N 2:n 3:TensorProto* 4:SparseTensorProto* 5:SequenceProto* 6:MapProto* 7:OptionalProto*",
     ""},
    {"MapProto", "1:N 2:n 3:i* 4:b* 5:SequenceProto", ""},
    {"OptionalProto",
     "1:N 2:n 3:TensorProto 4:SparseTensorProto 5:SequenceProto 6:MapProto 7:OptionalProto", ""},
    {"OperatorProto", "1:N 2:i 3:e 10:s", ""},
    {"OperatorSetProto", "1:s 2:i 3:s 4:N 5:i 6:s 7:s 8:OperatorProto* 9:FunctionProto*", ""},
};

enum {
    SHAPE_COUNT = sizeof lines / sizeof *lines
};

static struct ol_shape shapes[SHAPE_COUNT];

static const struct ol_shape *find(const char *name, size_t length)
{
    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        if (strlen(lines[i].name) == length && memcmp(lines[i].name, name, length) == 0) {
            return &shapes[i];
        }
    }
    ol_test_die("the judge's schema has no message '%.*s'", (int)length, name);
}

/* Reads a number below OL_SHAPE_NUMBERS and moves past it. */
static struct ol_shape_field *read_number(struct ol_shape *shape, const char **at)
{
    size_t number = 0;
    while (isdigit((unsigned char)**at)) {
        number = number * 10 + (size_t)(**at - '0');
        (*at)++;
    }
    if (number == 0 || number >= OL_SHAPE_NUMBERS) {
        ol_test_die("the judge's schema has a number too large in %s", shape->name);
    }
    return &shape->fields[number];
}

static void read_type(struct ol_shape_field *field, const char *type, size_t length)
{
    static const char letters[] = "Nsbiunefd"; /* in the order of enum ol_shape_type */
    const char *letter = length == 1 ? strchr(letters, *type) : NULL;
    if (letter != NULL) {
        field->type = (enum ol_shape_type)(OL_SHAPE_NAME + (letter - letters));
    } else {
        field->type = OL_SHAPE_MESSAGE;
        field->of = find(type, length);
    }
}

static void read_line(struct ol_shape *shape, const struct line *line)
{
    shape->name = line->name;
    for (const char *at = line->fields; *at != '\0'; at += strspn(at, " ")) {
        struct ol_shape_field *field = read_number(shape, &at);
        at++; /* the colon */
        size_t length = strcspn(at, "*| ");
        read_type(field, at, length);
        at += length;
        field->is_repeated = *at == '*';
        field->is_in_oneof = *at == '|';
        at += strcspn(at, " ");
    }
    for (const char *at = line->reserved; *at != '\0'; at += strspn(at, " ")) {
        read_number(shape, &at)->is_reserved = true;
    }
}

const struct ol_shape *ol_shape_find(const char *name)
{
    if (shapes[0].name == NULL) {
        for (size_t i = 0; i < SHAPE_COUNT; i++) {
            read_line(&shapes[i], &lines[i]);
        }
    }
    return find(name, strlen(name));
}

const struct ol_shape_field *ol_shape_field(const struct ol_shape *shape, uint64_t number)
{
    return &shape->fields[number < OL_SHAPE_NUMBERS ? number : 0];
}

unsigned ol_shape_wire_type(const struct ol_shape_field *field)
{
    switch (field->type) {
    case OL_SHAPE_INT64:
    case OL_SHAPE_UINT64:
    case OL_SHAPE_INT32:
    case OL_SHAPE_SWITCH:
        return 0;
    case OL_SHAPE_DOUBLE:
        return 1;
    case OL_SHAPE_FLOAT:
        return 5;
    case OL_SHAPE_NONE:
    case OL_SHAPE_NAME:
    case OL_SHAPE_TEXT:
    case OL_SHAPE_BYTES:
    case OL_SHAPE_MESSAGE:
        break;
    }
    return 2;
}

bool ol_shape_is_packable(const struct ol_shape_field *field)
{
    return field->is_repeated && ol_shape_wire_type(field) != 2;
}
