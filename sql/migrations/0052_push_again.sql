-- Browsers get new addresses at their push services from time to time.

GRANT UPDATE (url) ON target TO ridotto;
