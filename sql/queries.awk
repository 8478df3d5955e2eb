# Turns sql/queries/*.sql into C: with -v want=header the enum of all queries, else their table.
#
# A query begins with "-- name: game_lock :one" (:one, :many or :exec). The comment lines after it are for readers, but
# for this: "$1 bigint" says a parameter's type. Each parameter is named there once, in order, or the build stops.
# All other text up to the semicolon at a line's end is the query.
#
# Text that several queries share begins with "-- part: listed" and ends likewise; a line {listed} after it stands for it. Its
# parameters are those of each query.

function fail(message) {
    printf "%s:%d: %s\n", FILENAME, FNR, message > "/dev/stderr"
    failed = 1
    exit 1
}

BEGIN {
    split("bigint integer smallint boolean text bytea timestamptz jsonb", types, " ")
    split("INT8 INT4 INT2 BOOL TEXT BYTEA TIME JSONB", codes, " ")
    for (i in types) {
        code[types[i]] = "SQL_" codes[i]
        code[types[i] "[]"] = "SQL_ARRAY | SQL_" codes[i]
    }
    n = 0
    name = ""
}

function types_of(line,    at, rest, number, type) {
    rest = line
    while ((at = match(rest, /\$[0-9]+ [a-z0-9]+(\[\])?/)) > 0) {
        number = substr(rest, at + 1, RLENGTH - 1)
        type = number
        sub(/ .*/, "", number)
        sub(/^[0-9]+ /, "", type)
        if (!(type in code))
            fail("$" number " has the unknown type " type)
        if (number + 0 != n_params[n] + 1)
            fail("$" number " is not the next parameter")
        n_params[n]++
        params[n] = params[n] (n_params[n] > 1 ? ", " : "") code[type]
        rest = substr(rest, at + RLENGTH)
    }
}

function quoted(line) {
    gsub(/\\/, "\\\\", line)
    gsub(/"/, "\\\"", line)
    return "\n        \"" line "\\n\""
}

/^-- name: / {
    if (name != "" || part != "")
        fail("the query before has no end")
    name = $3
    if (name !~ /^[a-z][a-z0-9_]*$/)
        fail("not a name: " name)
    if (name in seen)
        fail("the name " name " is taken")
    if ($4 !~ /^:(one|many|exec)$/)
        fail("neither :one, :many nor :exec")
    seen[name] = 1
    names[n] = name
    rows[n] = toupper(substr($4, 2))
    n_params[n] = 0
    params[n] = text[n] = ""
    next
}

/^-- part: / {
    if (name != "" || part != "")
        fail("what stands before has no end")
    part = $3
    if (part !~ /^[a-z][a-z0-9_]*$/ || part in parts)
        fail("not a new name: " part)
    parts[part] = ""
    next
}

/^--/ {
    if (name != "" && text[n] == "")
        types_of($0)
    next
}

/^[ \t]*$/ { next }

function ended_here() {
    n += part == ""
    name = part = ""
}

/^\{.*\};?$/ {
    line = $0
    ended = sub(/;$/, "", line)
    line = substr(line, 2, length(line) - 2)
    if (name part == "" || !(line in parts) || line == part)
        fail("there is no part " line)
    if (part == "" && most[line] > n_params[n])
        fail("$" most[line] " of " line " is not described above the query")
    if (part != "" && most[line] > most[part])
        most[part] = most[line]
    if (part != "")
        parts[part] = parts[part] parts[line]
    else
        text[n] = text[n] parts[line]
    if (ended)
        ended_here()
    next
}

{
    if (name == "" && part == "")
        fail("this text belongs to no query")
    line = $0
    ended = sub(/;[ \t]*$/, "", line)
    rest = line
    while ((at = match(rest, /\$[0-9]+/)) > 0) {
        number = substr(rest, at + 1, RLENGTH - 1) + 0
        if (part == "" && number > n_params[n])
            fail("$" number " is not described above the query")
        if (part != "" && number > most[part])
            most[part] = number
        rest = substr(rest, at + RLENGTH)
    }
    if (part != "")
        parts[part] = parts[part] quoted(line)
    else
        text[n] = text[n] quoted(line)
    if (ended)
        ended_here()
}

END {
    if (failed)
        exit 1
    if (name part != "") {
        printf "%s has no end\n", name part > "/dev/stderr"
        exit 1
    }
    print "/* Made from sql/queries by sql/queries.awk. */"
    if (want == "header") {
        print "#ifndef CGI_STORE_QUERIES_H\n#define CGI_STORE_QUERIES_H\n\nenum query {"
        for (i = 0; i < n; i++)
            printf "    QUERY_%s,\n", toupper(names[i])
        print "    QUERY_COUNT\n};\n\n#endif"
    } else {
        print "#include \"config.h\"\n\n#include \"cgi/store/db.h\"\n\nconst struct query_text query_texts[QUERY_COUNT] = {"
        for (i = 0; i < n; i++)
            printf "    [QUERY_%s] = {\"%s\", ROWS_%s, %d, {%s},%s},\n", toupper(names[i]), names[i], rows[i],
                n_params[i], (params[i] == "" ? "0" : params[i]), text[i]
        print "};"
    }
}
