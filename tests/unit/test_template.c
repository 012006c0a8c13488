/* SPDX-License-Identifier: Apache-2.0 */
/* Message templates in parts. */
#include "base/buf.h"
#include "diag/template.h"
#include "unit/suites.h"

/* The parts of a template: t(text) n(name) b(broken). */
static void add_parts(struct ol_buf *buf, const char *template)
{
    static const char kinds[] = {
        [OL_TEMPLATE_TEXT] = 't', [OL_TEMPLATE_NAME] = 'n', [OL_TEMPLATE_BROKEN] = 'b'};
    for (struct ol_template_part part = ol_template_next(&template); part.kind != OL_TEMPLATE_END;
         part = ol_template_next(&template)) {
        ol_buf_add_char(buf, kinds[part.kind]);
        ol_buf_add_char(buf, '(');
        ol_buf_add_slice(buf, part.text);
        ol_buf_add_char(buf, ')');
    }
}

START_TEST(test_parts)
{
    static const struct {
        const char *template;
        const char *parts;
    } cases[] = {
        {"", ""},
        {"plain", "t(plain)"},
        {"{a}", "n(a)"},
        {"x {ir_2} y", "t(x )n(ir_2)t( y)"},
        {"{a}{b}", "n(a)n(b)"},
        {"{{a}}", "t({)t(a)t(})"},
        {"{{{a}}}", "t({)n(a)t(})"},
        {"{", "b({)"},
        {"}", "b(})"},
        {"{}", "b({)b(})"},
        {"{a", "b({a)"},
        {"{A}", "b({)t(A)b(})"},
        {"{a b}", "b({a)t( b)b(})"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct ol_buf buf;
        ol_buf_init(&buf);
        add_parts(&buf, cases[i].template);
        ck_assert_str_eq(ol_buf_text(&buf), cases[i].parts);
        ol_buf_fini(&buf);
    }
}
END_TEST

Suite *suite_template(void)
{
    const TTest *const tests[] = {test_parts};
    return OL_SUITE_OF("template", tests);
}
