/* SPDX-License-Identifier: Apache-2.0 */
/* Walks a path component by component. openat2, where there is one, answers for the usual path,
 * which has no links, in one step; everything else is walked, which also tells what is wrong. */
#include "base/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__) && defined(__has_include)
#    if __has_include(<linux/openat2.h>)
#        include <linux/openat2.h>
#        include <sys/syscall.h>
#    endif
#endif

/* Links followed for one path, as in Linux; text of links and components still to follow;
 * directories above one. */
#define LINKS_MAX 40
#define TEXT_MAX  4096
#define CLIMB_MAX 4096

#define NAME_BYTES 256 /* a name of 255 bytes, the most that file systems take, and its NUL */

/* A directory is opened to stand in it, not to read it. */
#ifdef O_PATH
#    define STAND O_PATH
#else
#    define STAND O_RDONLY
#endif

/* A walk through directories. */
struct walk {
    int base;              /* the directory of the base; owned */
    int at;                /* the directory that was reached; owned */
    char name[NAME_BYTES]; /* of what was reached in it; empty: the directory itself */
    struct stat status;    /* of what was reached */
    unsigned links;        /* followed so far */
    unsigned links_before; /* the present component */
    bool points_out; /* the first link of the present component points outside by its own text */
    char rest[TEXT_MAX]; /* names still to follow for the present component */
    size_t rest_at;
    size_t rest_end;
};

static enum ol_beneath_kind kind_from_errno(int error)
{
    switch (error) {
    case ENOENT:
        return OL_BENEATH_MISSING;
    case ENOTDIR:
        return OL_BENEATH_BLOCKED;
    case ENAMETOOLONG:
        return OL_BENEATH_TOO_LONG;
    case EACCES:
    case EPERM:
        return OL_BENEATH_DENIED;
    default:
        return OL_BENEATH_FAILED;
    }
}

static enum ol_beneath_kind kind_from_mode(mode_t mode)
{
    if (S_ISREG(mode)) {
        return OL_BENEATH_FILE;
    }
    if (S_ISDIR(mode)) {
        return OL_BENEATH_DIRECTORY;
    }
    if (S_ISFIFO(mode)) {
        return OL_BENEATH_PIPE;
    }
    return S_ISSOCK(mode) ? OL_BENEATH_SOCKET : OL_BENEATH_DEVICE;
}

static void fill_file(struct ol_beneath *found, const struct stat *status)
{
    found->size = status->st_size > 0 ? (uint64_t)status->st_size : 0;
    found->link_count = (uint64_t)status->st_nlink;
    found->device = status->st_dev;
    found->inode = status->st_ino;
}

static void close_quietly(int descriptor)
{
    if (descriptor >= 0) {
        (void)close(descriptor); /* nothing was written: no error can be lost */
    }
}

/* Stands in a directory; the one at path where from is AT_FDCWD. */
static int stand_in(int from, const char *path)
{
    return openat(from, path,
                  STAND | O_DIRECTORY | O_CLOEXEC | (from == AT_FDCWD ? 0 : O_NOFOLLOW));
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* How many directories lie between from and the base's directory, which is above or at from; -1
 * where it is not. */
static long depth_beneath(int base, int from)
{
    struct stat goal;
    struct stat here;
    struct stat above;
    long depth = -1;
    int at = stand_in(from, ".");
    if (at < 0 || fstat(base, &goal) != 0 || fstat(at, &here) != 0) {
        close_quietly(at);
        return -1;
    }
    for (long steps = 0; steps < CLIMB_MAX; steps++) {
        if (is_same(&here, &goal)) {
            depth = steps;
            break;
        }
        int up = stand_in(at, "..");
        close_quietly(at);
        at = up;
        if (at < 0 || fstat(at, &above) != 0 || is_same(&above, &here)) {
            break; /* the root */
        }
        here = above;
    }
    close_quietly(at);
    return depth;
}

/* The next component of text from *at on, with *at behind it; of size 0 after the last. "." is
 * none. */
static struct ol_slice next_component(struct ol_slice text, size_t *at)
{
    while (*at < text.size) {
        size_t begin = *at;
        while (*at < text.size && text.data[*at] != '/') {
            (*at)++;
        }
        struct ol_slice component = {text.data + begin, *at - begin};
        if (*at < text.size) {
            (*at)++;
        }
        if (component.size > 0 && !ol_slice_is_text(component, ".")) {
            return component;
        }
    }
    return (struct ol_slice){NULL, 0};
}

/* Whether the text of a link that stands depth directories beneath the base points outside, read as
 * text alone. */
static bool is_pointing_out(struct ol_slice text, long depth)
{
    size_t at = 0;
    if (text.size > 0 && text.data[0] == '/') {
        return true;
    }
    for (struct ol_slice name = next_component(text, &at); name.size > 0;
         name = next_component(text, &at)) {
        depth += ol_slice_is_text(name, "..") ? -1 : 1;
        if (depth < 0) {
            return true;
        }
    }
    return false;
}

/* Puts the text of the link that the walk stands before in front of the names still to follow. */
static enum ol_beneath_kind take_link(struct walk *walk)
{
    char text[TEXT_MAX];
    if (walk->links >= LINKS_MAX) {
        return OL_BENEATH_LOOP;
    }
    ssize_t size = readlinkat(walk->at, walk->name, text, sizeof text);
    if (size < 0) {
        return kind_from_errno(errno);
    }
    struct ol_slice target = {(const uint8_t *)text, (size_t)size};
    size_t rest = walk->rest_end - walk->rest_at;
    if (target.size + 1 + rest > sizeof walk->rest) {
        return OL_BENEATH_TOO_LONG;
    }
    if (walk->links == walk->links_before) {
        walk->points_out = is_pointing_out(target, depth_beneath(walk->base, walk->at));
    }
    walk->links++;
    memmove(walk->rest + target.size + 1, walk->rest + walk->rest_at, rest);
    memcpy(walk->rest, text, target.size);
    walk->rest[target.size] = '/';
    walk->rest_at = 0;
    walk->rest_end = target.size + 1 + rest;
    walk->name[0] = '\0';
    if (target.size > 0 && text[0] == '/') {
        close_quietly(walk->at);
        walk->at = stand_in(AT_FDCWD, "/");
    }
    return walk->at >= 0 && fstat(walk->at, &walk->status) == 0 ? OL_BENEATH_FILE
                                                                : kind_from_errno(errno);
}

/* Goes into the directory of that name. */
static enum ol_beneath_kind enter(struct walk *walk, const char *name)
{
    int next = stand_in(walk->at, name);
    if (next < 0) {
        return kind_from_errno(errno);
    }
    close_quietly(walk->at);
    walk->at = next;
    walk->name[0] = '\0';
    return fstat(next, &walk->status) == 0 ? OL_BENEATH_FILE : kind_from_errno(errno);
}

/* Takes one name: goes into the directory, takes the link's text, or stands before what it is.
 * OL_BENEATH_FILE stands for success. */
static enum ol_beneath_kind step(struct walk *walk, struct ol_slice component)
{
    char name[NAME_BYTES];
    if (!S_ISDIR(walk->status.st_mode)) {
        return OL_BENEATH_BLOCKED;
    }
    if (component.size >= sizeof name) {
        return OL_BENEATH_TOO_LONG;
    }
    memcpy(name, component.data, component.size);
    name[component.size] = '\0';
    if (ol_slice_is_text(component, "..")) {
        return enter(walk, name);
    }
    if (fstatat(walk->at, name, &walk->status, AT_SYMLINK_NOFOLLOW) != 0) {
        return kind_from_errno(errno);
    }
    if (S_ISDIR(walk->status.st_mode)) {
        return enter(walk, name);
    }
    memcpy(walk->name, name, component.size + 1);
    return S_ISLNK(walk->status.st_mode) ? take_link(walk) : OL_BENEATH_FILE;
}

/* Follows one component of a path to where it ends, through all of its links. */
static enum ol_beneath_kind follow(struct walk *walk, struct ol_slice component)
{
    walk->links_before = walk->links;
    walk->points_out = false;
    walk->rest_at = 0;
    walk->rest_end = 0;
    enum ol_beneath_kind kind = step(walk, component);
    while (kind == OL_BENEATH_FILE) {
        struct ol_slice rest = {(const uint8_t *)walk->rest, walk->rest_end};
        struct ol_slice name = next_component(rest, &walk->rest_at);
        if (name.size == 0) {
            break;
        }
        kind = step(walk, name);
    }
    return kind;
}

static enum ol_beneath_kind start(struct walk *walk, const struct ol_beneath_base *base)
{
    walk->links = 0;
    walk->name[0] = '\0';
    walk->at = -1;
    walk->base = stand_in(AT_FDCWD, base->directory);
    if (walk->base < 0) {
        return kind_from_errno(errno);
    }
    walk->at = stand_in(walk->base, ".");
    return walk->at < 0 || fstat(walk->at, &walk->status) != 0 ? kind_from_errno(errno)
                                                               : OL_BENEATH_FILE;
}

static void stop(struct walk *walk)
{
    close_quietly(walk->at);
    close_quietly(walk->base);
}

/* Whether the origin is a link that ends in the directory where the walk stands, before a file. */
static bool is_beside_origin(const struct walk *walk, const struct ol_beneath_base *base)
{
    struct walk other;
    struct stat here;
    struct stat there;
    if (base->origin == NULL || walk->name[0] == '\0') {
        return false;
    }
    bool is_beside = start(&other, base) == OL_BENEATH_FILE &&
                     follow(&other, ol_slice_from_text(base->origin)) == OL_BENEATH_FILE &&
                     other.links > 0 && other.name[0] != '\0' && fstat(walk->at, &here) == 0 &&
                     fstat(other.at, &there) == 0 && is_same(&here, &there);
    stop(&other);
    return is_beside;
}

/* What a component comes to that leads outside, or to nothing. */
static enum ol_beneath_kind kind_of_link(const struct walk *walk, enum ol_beneath_kind kind,
                                         bool is_last)
{
    if (depth_beneath(walk->base, walk->at) >= 0) {
        return kind == OL_BENEATH_MISSING ? OL_BENEATH_DANGLING : kind;
    }
    if (!walk->points_out) {
        return OL_BENEATH_OUTSIDE;
    }
    return is_last ? OL_BENEATH_LINK_OUT : OL_BENEATH_PARENT_OUT;
}

static bool is_refused(struct ol_slice path)
{
    size_t at = 0;
    if (path.size == 0 || path.data[0] == '/' || memchr(path.data, '\0', path.size) != NULL) {
        return true;
    }
    for (struct ol_slice name = next_component(path, &at); name.size > 0;
         name = next_component(path, &at)) {
        if (ol_slice_is_text(name, "..")) {
            return true;
        }
    }
    return false;
}

/* Walks the whole path; the walk then stands before what it leads to. The caller stops the walk. */
static enum ol_beneath_kind walk_path(struct walk *walk, const struct ol_beneath_base *base,
                                      struct ol_slice path, struct ol_beneath *found)
{
    enum ol_beneath_kind kind = start(walk, base);
    size_t at = 0;
    struct ol_slice name = next_component(path, &at);
    while (kind == OL_BENEATH_FILE && name.size > 0) {
        size_t next_at = at;
        struct ol_slice next = next_component(path, &next_at);
        bool is_last = next.size == 0;
        kind = follow(walk, name);
        if (walk->links > walk->links_before) {
            found->is_link = is_last;
            found->is_beside_origin = is_last && kind == OL_BENEATH_FILE &&
                                      depth_beneath(walk->base, walk->at) < 0 &&
                                      is_beside_origin(walk, base);
            if (!found->is_beside_origin) {
                kind = kind_of_link(walk, kind, is_last);
            }
        }
        name = next;
        at = next_at;
    }
    return kind == OL_BENEATH_FILE ? kind_from_mode(walk->status.st_mode) : kind;
}

/* The path in one step, without any link on the way; -1, with errno, where that cannot be. */
static int open_at_once(const struct ol_beneath_base *base, struct ol_slice path, int flags)
{
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
    char text[TEXT_MAX];
    if (base->is_portable || path.size >= sizeof text) {
        errno = ENOSYS;
        return -1;
    }
    memcpy(text, path.data, path.size);
    text[path.size] = '\0';
    int directory = stand_in(AT_FDCWD, base->directory);
    if (directory < 0) {
        return -1;
    }
    struct open_how how = {
        .flags = (uint64_t)(unsigned)(flags | O_CLOEXEC),
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    long descriptor = syscall(SYS_openat2, directory, text, &how, sizeof how);
    close_quietly(directory);
    return (int)descriptor;
#else
    (void)base;
    (void)path;
    (void)flags;
    errno = ENOSYS;
    return -1;
#endif
}

const char *ol_beneath_unknown(enum ol_beneath_kind kind)
{
    if (kind == OL_BENEATH_NO_BASE) {
        return "external data files: nothing says which directory they are in";
    }
    if (kind == OL_BENEATH_TOO_MANY) {
        return "external data: more files or tensors than are looked at";
    }
    if (kind == OL_BENEATH_DENIED) {
        return "an external data file: no permission to look at it";
    }
    return kind == OL_BENEATH_FAILED ? "an external data file: the system cannot say what it is"
                                     : NULL;
}

bool ol_beneath_wants_folder(struct ol_slice path)
{
    size_t size = path.size;
    if (size > 0 && path.data[size - 1] == '.') {
        size--;
    }
    return path.size > 0 && (size == 0 || path.data[size - 1] == '/');
}

void ol_beneath_look(const struct ol_beneath_base *base, struct ol_slice path,
                     struct ol_beneath *found)
{
    *found = (struct ol_beneath){.kind = OL_BENEATH_REFUSED};
    if (is_refused(path)) {
        return;
    }
    if (base->directory == NULL) {
        found->kind = OL_BENEATH_NO_BASE;
        return;
    }
    if (path.size >= TEXT_MAX) {
        found->kind = OL_BENEATH_TOO_LONG; /* PATH_MAX: no reader could open it */
        return;
    }
    struct stat status;
    int descriptor = open_at_once(base, path, STAND);
    if (descriptor < 0 && errno == ENOENT) {
        found->kind = OL_BENEATH_MISSING; /* no link was on the way: a dead one would be ELOOP */
        return;
    }
    if (descriptor >= 0) {
        bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
        close_quietly(descriptor);
        if (is_file) {
            found->kind = OL_BENEATH_FILE;
            fill_file(found, &status);
            return;
        }
    }
    struct walk walk;
    found->kind = walk_path(&walk, base, path, found);
    if (found->kind == OL_BENEATH_FILE && ol_beneath_wants_folder(path)) {
        found->kind = OL_BENEATH_BLOCKED;
    } else if (found->kind == OL_BENEATH_FILE) {
        fill_file(found, &walk.status);
    }
    stop(&walk);
}

enum ol_status ol_beneath_open(const struct ol_beneath_base *base, struct ol_slice path,
                               const struct ol_beneath *found, int *descriptor)
{
    /* not blocking: the file may have become a pipe since */
    const int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY;
    if (found->kind != OL_BENEATH_FILE) {
        return OL_ERR_IO;
    }
    int file = found->is_link ? -1 : open_at_once(base, path, flags);
    if (file < 0) {
        struct walk walk;
        struct ol_beneath again = {.kind = OL_BENEATH_REFUSED};
        if (!is_refused(path) && path.size < TEXT_MAX) {
            again.kind = walk_path(&walk, base, path, &again);
            if (again.kind == OL_BENEATH_FILE) {
                file = openat(walk.at, walk.name, flags | O_NOFOLLOW | O_CLOEXEC);
            }
            stop(&walk);
        }
    }
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_dev != found->device || status.st_ino != found->inode) {
        close_quietly(file);
        return OL_ERR_IO;
    }
    *descriptor = file;
    return OL_OK;
}
