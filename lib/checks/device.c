/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of device configurations, and of what nodes say about them. */
#include "checks/device.h"

/* --- device_count -------------------------------------------------------- */

static const char *const args_count[] = {"actual", "expected", NULL};

static void run_count(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const unsigned device = OL_DeviceConfigurationProto_device;
    int64_t expected = ol_level_integer(level, OL_DeviceConfigurationProto_num_devices, 0);
    uint64_t actual = ol_level_elements(level, device);
    if (expected <= 0 || actual == 0 || actual == (uint64_t)expected || !level->is_complete ||
        level->mistyped >> device & 1) {
        return;
    }
    bool is_short = actual < (uint64_t)expected;
    OL_EMIT(run, rule,
            (.span = is_short ? ol_level_span(level, device)
                              : ol_level_element_span(level, device, (uint64_t)expected),
             .level = level, .field = &level->message->fields[device],
             .index = is_short ? OL_INDEX_NONE : (uint64_t)expected),
            OL_ARG_U64("actual", actual), OL_ARG_I64("expected", expected));
}

const struct ol_check ol_check_device_count = {
    .name = "device_count",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_DeviceConfigurationProto),
    .args = args_count,
    .run = run_count,
};

/* --- device_config ------------------------------------------------------- */

static const char *const args_config[] = {"name", "nearest", NULL};
static const char *const variants_config[] = {"absent", "near", NULL};

static void emit_unknown(struct ol_run *run, const struct ol_rule *rule,
                         const struct ol_level *level, struct ol_devices *devices,
                         const struct ol_finding *place)
{
    struct ol_slice name = ol_level_text(level, OL_NodeDeviceConfigurationProto_configuration_id);
    struct ol_slice nearest = ol_rule_has_variant(rule, variants_config[1])
                                  ? ol_devices_nearest(devices, name)
                                  : (struct ol_slice){NULL, 0};
    OL_EMIT(run, rule,
            (.span = place->span, .level = level, .field = place->field,
             .variant = nearest.size > 0 ? variants_config[1] : NULL),
            OL_ARG_TEXT("name", name), OL_ARG_TEXT("nearest", nearest));
}

static void run_config(struct ol_run *run, const struct ol_level *level, const struct ol_rule *rule)
{
    const unsigned field = OL_NodeDeviceConfigurationProto_configuration_id;
    struct ol_finding place = {
        .level = level, .field = &level->message->fields[field], .variant = variants_config[0]};
    if (!ol_level_has(level, field)) {
        place.span = ol_level_header(level);
        if (ol_level_lacks(level, field)) {
            ol_run_emit(run, rule, &place);
        }
        return;
    }
    place.span = ol_level_span(level, field);
    if (level->fields[field].last.flags & OL_OCCURRENCE_CUT) {
        return;
    }
    struct ol_slice name = ol_level_text(level, field);
    if (name.size == 0) {
        ol_run_emit(run, rule, &place);
        return;
    }
    struct ol_devices *devices = ol_devices_read(run, level);
    if (devices != NULL && devices->is_whole && ol_devices_find(devices, name) == NULL) {
        emit_unknown(run, rule, level, devices, &place);
    }
}

const struct ol_check ol_check_device_config = {
    .name = "device_config",
    .trigger = OL_ON_LEVEL,
    .targets = OL_MESSAGE_BIT(OL_MESSAGE_NodeDeviceConfigurationProto),
    .args = args_config,
    .variants = variants_config,
    .asks_file = true,
    .run = run_config,
};
