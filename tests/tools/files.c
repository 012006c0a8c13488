/* SPDX-License-Identifier: Apache-2.0 */
/* Files that tests read and write. */
#include "tools/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HARD_ERROR   99
#define FOLDERS_OPEN 16

void ol_test_die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)vfprintf(stderr, format, args);
    va_end(args);
    (void)fputc('\n', stderr);
    exit(HARD_ERROR);
}

void *ol_test_alloc(size_t size)
{
    return ol_test_realloc(NULL, size);
}

void *ol_test_realloc(void *memory, size_t size)
{
    void *grown = realloc(memory, size > 0 ? size : 1);
    if (grown == NULL) {
        ol_test_die("memory is short");
    }
    return grown;
}

struct ol_test_path ol_test_path(const char *format, ...)
{
    struct ol_test_path path;
    va_list args;
    va_start(args, format);
    int size = vsnprintf(path.text, sizeof path.text, format, args);
    va_end(args);
    if (size < 0 || (size_t)size >= sizeof path.text) {
        ol_test_die("a path is too long: %s", path.text);
    }
    return path;
}

struct ol_test_path ol_test_source_path(const char *relative)
{
    const char *root = getenv("OL_SRCDIR");
    return ol_test_path("%s/%s", root != NULL && *root != '\0' ? root : ".", relative);
}

struct ol_test_path ol_test_shared_path(const char *relative)
{
    struct ol_test_path beside = ol_test_path("../shared/%s", relative);
    return ol_test_source_path(beside.text);
}

bool ol_test_is_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

bool ol_test_is_folder(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

char *ol_test_read_file(const char *path, size_t *size)
{
    struct stat found;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) {
        ol_test_die("%s: cannot be read: %s", path, strerror(errno));
    }
    size_t wanted = (size_t)found.st_size;
    char *bytes = ol_test_alloc(wanted + 1);
    size_t at = 0;
    while (at < wanted) {
        ssize_t part = read(fd, bytes + at, wanted - at);
        if (part <= 0) {
            ol_test_die("%s: cannot be read to its end", path);
        }
        at += (size_t)part;
    }
    (void)close(fd);
    bytes[wanted] = '\0';
    if (size != NULL) {
        *size = wanted;
    }
    return bytes;
}

void ol_test_write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wbe");
    bool written = file != NULL && fwrite(bytes, 1, size, file) == size;
    if (file == NULL || fclose(file) != 0 || !written) {
        ol_test_die("%s: cannot be written: %s", path, strerror(errno));
    }
}

void ol_test_make_folders(const char *path)
{
    struct ol_test_path folder = ol_test_path("%s", path);
    for (char *slash = strchr(folder.text + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder.text, 0777) != 0 && errno != EEXIST) {
            ol_test_die("%s: cannot be made: %s", folder.text, strerror(errno));
        }
        *slash = '/';
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct ol_test_names ol_test_list_folder(const char *path)
{
    struct ol_test_names list = {NULL, 0};
    DIR *folder = opendir(path);
    if (folder == NULL) {
        ol_test_die("%s: cannot be read: %s", path, strerror(errno));
    }
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            list.names = ol_test_realloc(list.names, (list.count + 1) * sizeof *list.names);
            size_t size = strlen(entry->d_name) + 1;
            list.names[list.count] = ol_test_alloc(size);
            memcpy(list.names[list.count++], entry->d_name, size);
        }
    }
    (void)closedir(folder);
    if (list.count > 0) {
        qsort(list.names, list.count, sizeof *list.names, compare_names);
    }
    return list;
}

void ol_test_names_free(struct ol_test_names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->names[i]);
    }
    free(names->names);
    *names = (struct ol_test_names){NULL, 0};
}

struct ol_test_path ol_test_new_folder(void)
{
    const char *parent = getenv("TMPDIR");
    struct ol_test_path path = ol_test_path("%s/onnx-lint-test.XXXXXX",
                                            parent != NULL && *parent != '\0' ? parent : "/tmp");
    if (mkdtemp(path.text) == NULL) {
        ol_test_die("%s: cannot be made: %s", path.text, strerror(errno));
    }
    return path;
}

static int remove_entry(const char *path, const struct stat *found, int type, struct FTW *place)
{
    (void)found;
    (void)place;
    return type == FTW_DP ? rmdir(path) : unlink(path);
}

void ol_test_remove_folder(const char *path)
{
    if (nftw(path, remove_entry, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS) != 0) {
        ol_test_die("%s: cannot be removed: %s", path, strerror(errno));
    }
}
