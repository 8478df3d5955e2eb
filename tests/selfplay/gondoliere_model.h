/* Gondoliere once more, slowly: placement, closing, end and scores, written from the rules alone.
 *
 * It keeps nothing but the steps of each canal and asks them for everything else. It must never share code with
 * rules/gondoliere, nor look at it: tests/selfplay/gondoliere.c holds the two against each other.
 */
#ifndef TESTS_SELFPLAY_GONDOLIERE_MODEL_H
#define TESTS_SELFPLAY_GONDOLIERE_MODEL_H

#include <stdbool.h>

enum { MODEL_SEATS = 5, MODEL_CANALS = 6, MODEL_TILES = 89, MODEL_STEPS = 134, MODEL_ROTATIONS = 4 };
enum model_status { MODEL_OPEN, MODEL_SET, MODEL_BLOCKED };

struct model_tile {
    char shape;     /* s, c or x */
    int owner;      /* of a landing its seat; of a canal tile -1 */
    int value;      /* of a landing */
    int passengers; /* of a canal tile */
};

/* A canal passes a cell: in by one side, out by another; sides 0 to 3 are north, east, south, west. */
struct model_step {
    int x, y, in, out, tile;
};

struct model_canal {
    enum model_status status;
    int n;
    struct model_step step[MODEL_STEPS];
};

struct model {
    int seats, n_tiles;
    bool protect_dry;
    struct model_tile tile[MODEL_TILES];
    bool laid[MODEL_TILES];
    struct model_canal canal[MODEL_CANALS]; /* 0 is canal 4 */
};

/* The cell that a canal looks into, and by which side of it its water would come. */
struct model_front {
    int x, y, side;
};

/** model_tile_named() - reads a tile's word: "s0-3", "c1-2", "b4x-2"; false: that is none */
bool model_tile_named(const char *word, struct model_tile *tile);

struct model_front model_front(const struct model *model, int canal);

/**
 * model_judge() - may @tile be laid at the end of @canal, turned by @rotation quarters?
 * @steps: what canals would get by it, step by step; NULL: nobody asks. An array of MODEL_CANALS cleared canals.
 * Return: NULL: yes; else the letter of the rule that is broken, or "dry".
 */
const char *model_judge(const struct model *model, int tile, int canal, int rotation, struct model_canal *steps);

/** model_lay() - lays a tile that may be laid, and closes canals */
void model_lay(struct model *model, int tile, int canal, int rotation);

/** model_ending() - the word for how the game has ended by a placement, or "none" */
const char *model_ending(const struct model *model);

int model_passengers(const struct model *model, int canal);
/** model_sums() - the values of each seat's landings in a canal, each tile once */
void model_sums(const struct model *model, int canal, int sums[MODEL_SEATS]);
/** model_payout() - what a canal pays each seat, or would pay if it were closed */
void model_payout(const struct model *model, int canal, int points[MODEL_SEATS]);
/** model_scores() - points of the closed canals, and the ranks they make at the end */
void model_scores(const struct model *model, int points[MODEL_SEATS], int ranks[MODEL_SEATS]);

#endif
