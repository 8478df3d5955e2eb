-- How pages are shown to a person (cgi/base/display.h): words with "." between them.
ALTER TABLE person ADD display text NOT NULL DEFAULT '' CHECK (display ~ '^[a-z0-9.-]{0,200}$');
GRANT UPDATE (display) ON person TO ridotto;
