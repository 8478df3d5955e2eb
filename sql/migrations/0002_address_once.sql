-- Only a confirmed address belongs to one person. Before that anybody may write it down: who joins learns nothing about
-- who is here already, and nobody is kept out by a stranger who wrote his address down first.
DROP INDEX person_email_once;
CREATE UNIQUE INDEX person_email_once ON person (lower(email)) WHERE email_confirmed IS NOT NULL;
CREATE INDEX person_by_email ON person (lower(email));
