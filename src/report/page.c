// page.c -- style and script of the page, as they stand in src/report/html/. The build makes
// lists of bytes of them (cmake/embed.cmake).

#include "report/html.h"

const char sv_page_style[] = {
#include "report/html/style.inc"
    , 0};

const char sv_page_script[] = {
#include "report/html/script.inc"
    , 0};
