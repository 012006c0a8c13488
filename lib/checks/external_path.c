/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of the text of a location: a relative POSIX path that stays inside the model's directory
 * and means the same to every reader. Nothing here touches a file. */
#include "base/text.h"
#include "checks/external.h"
#include "rule/check.h"

static bool is_letter(uint8_t byte)
{
    return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
}

/* A control character of C0 or C1, or DEL. Format characters are legal in names: scripts need some
 * of them. */
static bool has_control(struct ol_slice path)
{
    for (size_t i = 0; i < path.size; i++) {
        bool is_c1 =
            i > 0 && path.data[i - 1] == 0xC2 && path.data[i] >= 0x80 && path.data[i] <= 0x9F;
        if (path.data[i] < 0x20 || path.data[i] == 0x7F || is_c1) {
            return true;
        }
    }
    return false;
}

/* RFC 3986: a scheme is a letter, then letters, digits, plus, minus and dots. A single letter is a
 * drive. */
static bool is_uri(struct ol_slice path)
{
    size_t size = 0;
    while (
        size < path.size &&
        (is_letter(path.data[size]) ||
         (size > 0 && (path.data[size] == '+' || path.data[size] == '-' || path.data[size] == '.' ||
                       (path.data[size] >= '0' && path.data[size] <= '9'))))) {
        size++;
    }
    struct ol_slice rest = {path.data + size, path.size - size};
    if (size < 2 || rest.size < 1 || rest.data[0] != ':') {
        return false;
    }
    struct ol_slice scheme = {path.data, size};
    return (rest.size >= 3 && rest.data[1] == '/' && rest.data[2] == '/') ||
           ol_slice_is_text(scheme, "file") || ol_slice_is_text(scheme, "data");
}

static bool is_separator(uint8_t byte)
{
    return byte == '/' || byte == '\\';
}

/* How the path starts, which decides what else can be said of it. */
static unsigned faults_of_start(struct ol_slice path)
{
    bool has_drive = path.size >= 2 && is_letter(path.data[0]) && path.data[1] == ':';
    bool has_share = path.size >= 2 && path.data[0] == '\\' && is_separator(path.data[1]);
    if (is_uri(path)) {
        return OL_EXTERNAL_PATH_URI;
    }
    if (has_drive || has_share) {
        return OL_EXTERNAL_PATH_DRIVE;
    }
    if (is_separator(path.data[0])) {
        return OL_EXTERNAL_PATH_ABSOLUTE;
    }
    return path.data[0] == '#' ? OL_EXTERNAL_PATH_HASH : 0;
}

/* Compares without regard to the case of ASCII letters; text is in lower case. */
static bool is_text_folded(struct ol_slice slice, const char *text)
{
    size_t i = 0;
    while (i < slice.size && text[i] != '\0') {
        uint8_t byte = slice.data[i];
        if ((is_letter(byte) ? byte | 0x20 : byte) != (uint8_t)text[i]) {
            return false;
        }
        i++;
    }
    return i == slice.size && text[i] == '\0';
}

/* What Windows refuses in a name, or takes for a device whatever its extension. */
static bool is_reserved(struct ol_slice name)
{
    static const char refused[] = {'<', '>', ':', '"', '|', '?', '*'};
    static const char *const devices[] = {"con", "prn", "aux", "nul"};
    size_t stem = 0;
    for (size_t i = 0; i < name.size; i++) {
        if (memchr(refused, name.data[i], sizeof refused) != NULL) {
            return true;
        }
    }
    while (stem < name.size && name.data[stem] != '.') {
        stem++;
    }
    struct ol_slice device = {name.data, stem};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (is_text_folded(device, devices[i])) {
            return true;
        }
    }
    struct ol_slice port = {name.data, stem > 0 ? stem - 1 : 0};
    bool is_port = stem == 4 && name.data[3] >= '1' && name.data[3] <= '9' &&
                   (is_text_folded(port, "com") || is_text_folded(port, "lpt"));
    uint8_t last = name.data[name.size - 1];
    return is_port || last == '.' || last == ' ';
}

/* The faults of the components. A backslash parts them on Windows, so ".." next to one is one
 * there. */
static unsigned faults_of_components(struct ol_slice path)
{
    unsigned faults = 0;
    size_t begin = 0;
    for (size_t at = 0; at <= path.size; at++) {
        if (at < path.size && !is_separator(path.data[at])) {
            continue;
        }
        struct ol_slice name = {path.data + begin, at - begin};
        bool is_dotdot = ol_slice_is_text(name, "..");
        bool is_dot = name.size == 0 || ol_slice_is_text(name, ".");
        faults |= is_dotdot ? OL_EXTERNAL_PATH_DOTDOT : 0U;
        faults |= is_dot ? OL_EXTERNAL_PATH_DOT : 0U;
        faults |= !is_dotdot && !is_dot && is_reserved(name) ? OL_EXTERNAL_PATH_RESERVED : 0U;
        faults |= at < path.size && path.data[at] == '\\' ? OL_EXTERNAL_PATH_BACKSLASH : 0U;
        begin = at + 1;
    }
    return faults;
}

unsigned ol_external_path_faults(struct ol_slice path)
{
    if (path.size == 0) {
        return OL_EXTERNAL_PATH_EMPTY;
    }
    if (ol_utf8_valid_length(path) < path.size) {
        return OL_EXTERNAL_PATH_UTF8;
    }
    unsigned faults = has_control(path) ? OL_EXTERNAL_PATH_CONTROL : 0U;
    unsigned start = faults_of_start(path);
    if (start == OL_EXTERNAL_PATH_URI) {
        return faults | start;
    }
    unsigned components = faults_of_components(path);
    if (start & (OL_EXTERNAL_PATH_DRIVE | OL_EXTERNAL_PATH_ABSOLUTE)) {
        /* the start brings a colon, an empty component, a backslash */
        return faults | start | (components & OL_EXTERNAL_PATH_DOTDOT);
    }
    if (components & OL_EXTERNAL_PATH_DOTDOT) {
        components &= OL_EXTERNAL_PATH_DOTDOT | OL_EXTERNAL_PATH_RESERVED;
    } else if (components & OL_EXTERNAL_PATH_BACKSLASH) {
        components &= ~(unsigned)OL_EXTERNAL_PATH_DOT;
    }
    return faults | start | components;
}

bool ol_external_path_is_unfit(unsigned faults)
{
    const unsigned unfit = OL_EXTERNAL_PATH_EMPTY | OL_EXTERNAL_PATH_UTF8 |
                           OL_EXTERNAL_PATH_CONTROL | OL_EXTERNAL_PATH_URI |
                           OL_EXTERNAL_PATH_DRIVE | OL_EXTERNAL_PATH_ABSOLUTE |
                           OL_EXTERNAL_PATH_DOTDOT;
    return (faults & unfit) != 0;
}

/* --- external_path ------------------------------------------------------- */

/* In the order of the bits of enum ol_external_path_fault. */
static const char *const words_fault[] = {
    "empty",  "utf8",      "control", "uri",  "drive",    "absolute",
    "dotdot", "backslash", "dot",     "hash", "reserved", NULL,
};

static const struct ol_param params_path[] = {
    {.name = "fault", .type = OL_PARAM_WORD, .is_required = true, .words = words_fault},
};

static const char *const args_path[] = {"location", NULL};

/* Whether a file stands where the location wants a folder, which is told as a file that cannot be
 * opened. */
static bool is_slash_told(struct ol_run *run, const struct ol_level *level, struct ol_slice path)
{
    const struct ol_external_tensor *external =
        ol_beneath_wants_folder(path) ? ol_external_tensor_of(run, level->parent) : NULL;
    return external != NULL && external->location != NULL && external->location->is_looked_at &&
           external->location->found.kind == OL_BENEATH_BLOCKED;
}

static void run_path(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    enum ol_external_key key;
    struct ol_slice path;
    if (!ol_external_pair(level, &key, &path) || key != OL_EXTERNAL_LOCATION ||
        !(ol_external_path_faults(path) >> ol_rule_integer(rule, 0, 0) & 1) ||
        (1U << ol_rule_integer(rule, 0, 0) == OL_EXTERNAL_PATH_DOT &&
         is_slash_told(run, level, path))) {
        return;
    }
    OL_EMIT(run, rule,
            (.span = ol_level_span(level, OL_StringStringEntryProto_value), .level = level,
             .field = &level->message->fields[OL_StringStringEntryProto_value],
             .index = OL_INDEX_NONE),
            OL_ARG_TEXT("location", path));
}

const struct ol_check ol_check_external_path = {
    .name = "external_path",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_StringStringEntryProto),
    .params = params_path,
    .param_count = 1,
    .args = args_path,
    .asks_file = true,
    .may_speak = ol_external_may_speak,
    .run = run_path,
};
