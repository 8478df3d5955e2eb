/* A study in words, figures and as a picture (templates/study.html). */
#ifndef CGI_TABLE_STUDY_MODEL_H
#define CGI_TABLE_STUDY_MODEL_H

#include "cgi/model/model.h"
#include "cgi/play/studied_bytes.h"
#include "cgi/play/table.h"

/** study_model() - adds to @model what @studied found; @t: with all its moves told, see play_course() */
void study_model(struct req *rq, const struct table *t, const struct people *people, const struct studied *studied, struct value *model);

#endif
