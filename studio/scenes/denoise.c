/*
 * Takes the noise out of a Cycles render: non-local means over two independent half renders, guided by their albedo,
 * normal and depth passes (after Rousselle, Manzi, Zwicker: "Robust denoising using feature and color information",
 * 2013). Debian's Blender comes without OpenImageDenoise.
 *
 * Build: gcc -O3 -march=native -ffast-math -fopenmp denoise.c -o denoise -lm
 * Usage: denoise WIDTH HEIGHT FOLDER
 * Reads FOLDER/{col,alb,nrm,dep}{A,B}.raw and writes FOLDER/out.raw, all float32 RGBA.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 3, FEATURES = 7, MAX_PLANES = 8 };

/* Albedo (0-2), normal (3-5) and depth (6); how much each counts, and where depth ends. */
static const float NORMAL_SCALE = .5f, DEPTH_SCALE = .15f, DEPTH_LIMIT = 2.f;
static const float MAX_DISTANCE = 12.f;

static int width, height;
static long pixels;

/* Some channels of a picture, each a plane of `pixels` floats. */
typedef struct {
    int count;
    float *plane[MAX_PLANES];
} Image;

/* How neighbours are compared: the search and patch radii in pixels, the strengths for colours and features. */
typedef struct {
    int search, patch;
    float colour, feature;
} Filter;

static float *new_plane(long size) {
    float *plane = malloc(size * sizeof(float));
    if (!plane) exit(2);
    return plane;
}

static Image new_image(int count) {
    Image image = {.count = count};
    for (int c = 0; c < count; c++) image.plane[c] = new_plane(pixels);
    return image;
}

static int clamp_index(int value, int size) { return value < 0 ? 0 : value >= size ? size - 1 : value; }
static float clamp_ratio(float ratio) { return ratio < .4f ? .4f : ratio > 2.5f ? 2.5f : ratio; }

/* Reads `count` channels of a pass into an image's planes from `first` on. */
static void read_pass(const char *folder, const char *name, char half, Image *image, int first, int count, float scale) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%c.raw", folder, name, half);
    FILE *file = fopen(path, "rb");
    float *data = new_plane(pixels * 4);
    if (!file || fread(data, sizeof(float) * 4, pixels, file) != (size_t)pixels) {
        fprintf(stderr, "Cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    for (int c = 0; c < count; c++)
        for (long p = 0; p < pixels; p++) {
            float value = data[p * 4 + c] * scale;
            image->plane[first + c][p] = value == value && fabsf(value) < 1e9f ? value : 0;
        }
    free(data);
}

/* The mean of a square around each pixel. */
static void box_blur(const float *source, float *target, float *scratch, int radius) {
    #pragma omp parallel for
    for (int y = 0; y < height; y++) {
        const float *row = source + (long)y * width;
        float *out = scratch + (long)y * width;
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int k = -radius; k <= radius; k++) sum += row[clamp_index(x + k, width)];
            out[x] = sum;
        }
    }
    const float share = 1.f / ((2 * radius + 1) * (2 * radius + 1));
    #pragma omp parallel for
    for (int y = 0; y < height; y++) {
        float *out = target + (long)y * width;
        memset(out, 0, width * sizeof(float));
        for (int k = -radius; k <= radius; k++) {
            const float *row = scratch + (long)clamp_index(y + k, height) * width;
            for (int x = 0; x < width; x++) out[x] += row[x];
        }
        for (int x = 0; x < width; x++) out[x] *= share;
    }
}

/* The variance that two halves show between them, smoothed. */
static Image variance(const Image *a, const Image *b, int radius) {
    Image result = new_image(a->count);
    float *squares = new_plane(pixels), *scratch = new_plane(pixels);
    for (int c = 0; c < a->count; c++) {
        for (long p = 0; p < pixels; p++) {
            float difference = a->plane[c][p] - b->plane[c][p];
            squares[p] = difference * difference * .5f;
        }
        box_blur(squares, result.plane[c], scratch, radius);
    }
    free(squares);
    free(scratch);
    return result;
}

/* The mean of two images. */
static Image mean(const Image *a, const Image *b) {
    Image result = new_image(a->count);
    for (int c = 0; c < a->count; c++)
        for (long p = 0; p < pixels; p++) result.plane[c][p] = .5f * (a->plane[c][p] + b->plane[c][p]);
    return result;
}

/* Squared difference of two values beyond what their noise explains, by that noise. */
static float distance(const Image *image, const Image *noise, int c, long p, long q, float strength, float least) {
    float difference = image->plane[c][p] - image->plane[c][q];
    float vp = noise->plane[c][p], vq = noise->plane[c][q];
    float explained = vp + (vp < vq ? vp : vq);
    float scale = least > 0 ? (vp > least ? vp : least) : vp + vq + 1e-9f;
    return (difference * difference - explained) / (strength * strength * scale);
}

/*
 * Averages each source over pixels whose surroundings look alike in the guide (and in the features, when given).
 */
static void average(
    const Image *guide, const Image *guide_noise, const Image *features, const Image *feature_noise,
    const Image *const *sources, Image *const *targets, int count, Filter filter
) {
    float *differences = new_plane(pixels), *blurred = new_plane(pixels), *scratch = new_plane(pixels);
    float *weights = calloc(pixels, sizeof(float));
    for (int s = 0; s < count; s++)
        for (int c = 0; c < sources[s]->count; c++) memset(targets[s]->plane[c], 0, pixels * sizeof(float));
    for (int dy = -filter.search; dy <= filter.search; dy++)
        for (int dx = -filter.search; dx <= filter.search; dx++) {
            #pragma omp parallel for
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++) {
                    long p = (long)y * width + x;
                    long q = (long)clamp_index(y + dy, height) * width + clamp_index(x + dx, width);
                    float sum = 0;
                    for (int c = 0; c < guide->count; c++)
                        sum += distance(guide, guide_noise, c, p, q, filter.colour, 0);
                    differences[p] = sum / guide->count;
                }
            box_blur(differences, blurred, scratch, filter.patch);
            #pragma omp parallel for
            for (int y = 0; y < height; y++) {
                if (y + dy < 0 || y + dy >= height) continue;
                for (int x = 0; x < width; x++) {
                    if (x + dx < 0 || x + dx >= width) continue;
                    long p = (long)y * width + x, q = p + (long)dy * width + dx;
                    float apart = blurred[p] > 0 ? blurred[p] : 0;
                    for (int c = 0; features && c < features->count; c++) {
                        float by_feature = distance(features, feature_noise, c, p, q, filter.feature, 1e-3f);
                        if (by_feature > apart) apart = by_feature;
                    }
                    if (apart > MAX_DISTANCE) continue;
                    float weight = expf(-apart);
                    weights[p] += weight;
                    for (int s = 0; s < count; s++)
                        for (int c = 0; c < sources[s]->count; c++)
                            targets[s]->plane[c][p] += weight * sources[s]->plane[c][q];
                }
            }
        }
    for (int s = 0; s < count; s++)
        for (int c = 0; c < sources[s]->count; c++)
            for (long p = 0; p < pixels; p++) targets[s]->plane[c][p] /= weights[p] + 1e-12f;
    free(differences);
    free(blurred);
    free(scratch);
    free(weights);
}

/* Takes isolated bright pixels down to their second brightest neighbour. */
static void remove_fireflies(Image *image) {
    float *light = new_plane(pixels);
    for (long p = 0; p < pixels; p++) light[p] = image->plane[0][p] + image->plane[1][p] + image->plane[2][p];
    #pragma omp parallel for
    for (int y = 1; y < height - 1; y++)
        for (int x = 1; x < width - 1; x++) {
            long p = (long)y * width + x;
            float first = 0, second = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    float value = i || j ? light[p + (long)j * width + i] : 0;
                    if (value > first) second = first, first = value;
                    else if (value > second) second = value;
                }
            if (light[p] <= 1.5f * second + 1e-4f) continue;
            for (int c = 0; c < COLOURS; c++) image->plane[c][p] *= second / light[p];
        }
    free(light);
}

/* Puts back the detail of the albedo (cloth, wood, figures) that averaging it took away. */
static void restore_detail(Image *colour, const Image *albedo, const Image *averaged) {
    for (int c = 0; c < COLOURS; c++)
        for (long p = 0; p < pixels; p++)
            colour->plane[c][p] *=
                clamp_ratio((albedo->plane[c][p] + .004f) / (averaged->plane[c][p] + .004f));
}

static void read_half(const char *folder, char half, Image *colour, Image *features) {
    read_pass(folder, "col", half, colour, 0, 3, 1);
    read_pass(folder, "alb", half, features, 0, 3, 1);
    read_pass(folder, "nrm", half, features, 3, 3, NORMAL_SCALE);
    read_pass(folder, "dep", half, features, 6, 1, DEPTH_SCALE);
    for (long p = 0; p < pixels; p++)
        if (features->plane[6][p] > DEPTH_LIMIT) features->plane[6][p] = DEPTH_LIMIT;
    remove_fireflies(colour);
}

static void write_image(const char *folder, const Image *image) {
    float *data = new_plane(pixels * 4);
    for (long p = 0; p < pixels; p++) {
        for (int c = 0; c < COLOURS; c++) data[p * 4 + c] = image->plane[c][p];
        data[p * 4 + 3] = 1;
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/out.raw", folder);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, sizeof(float) * 4, pixels, file) != (size_t)pixels) exit(1);
    fclose(file);
    free(data);
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: denoise WIDTH HEIGHT FOLDER\n");
        return 2;
    }
    width = atoi(arguments[1]), height = atoi(arguments[2]), pixels = (long)width * height;
    const char *folder = arguments[3];

    Image a = new_image(COLOURS), b = new_image(COLOURS);
    Image raw_a = new_image(FEATURES), raw_b = new_image(FEATURES);
    read_half(folder, 'A', &a, &raw_a);
    read_half(folder, 'B', &b, &raw_b);

    /* The features first, each half guided by the other. */
    const Filter gentle = {.search = 4, .patch = 1, .colour = 1, .feature = 1};
    Image raw_noise = variance(&raw_a, &raw_b, 1);
    Image feature_a = new_image(FEATURES), feature_b = new_image(FEATURES);
    average(&raw_b, &raw_noise, 0, 0, (const Image *[]){&raw_a}, (Image *[]){&feature_a}, 1, gentle);
    average(&raw_a, &raw_noise, 0, 0, (const Image *[]){&raw_b}, (Image *[]){&feature_b}, 1, gentle);
    Image feature_noise = variance(&feature_a, &feature_b, 1);
    Image features = mean(&feature_a, &feature_b);

    /* Then the colours, with the albedo averaged alike so that its detail can be put back. */
    const Filter strong = {.search = 7, .patch = 3, .colour = .5f, .feature = .7f};
    Image albedo = {.count = COLOURS, .plane = {features.plane[0], features.plane[1], features.plane[2]}};
    Image noise = variance(&a, &b, 3);
    Image out_a = new_image(COLOURS), out_b = new_image(COLOURS);
    Image albedo_a = new_image(COLOURS), albedo_b = new_image(COLOURS);
    average(
        &b, &noise, &features, &feature_noise, (const Image *[]){&a, &albedo}, (Image *[]){&out_a, &albedo_a}, 2, strong
    );
    average(
        &a, &noise, &features, &feature_noise, (const Image *[]){&b, &albedo}, (Image *[]){&out_b, &albedo_b}, 2, strong
    );
    restore_detail(&out_a, &albedo, &albedo_a);
    restore_detail(&out_b, &albedo, &albedo_b);

    /* A last light pass for what noise the halves still don't share. */
    const Filter light = {.search = 2, .patch = 1, .colour = .7f, .feature = .35f};
    Image rest = variance(&out_a, &out_b, 2);
    Image last_a = new_image(COLOURS), last_b = new_image(COLOURS);
    average(&out_b, &rest, &features, &feature_noise, (const Image *[]){&out_a}, (Image *[]){&last_a}, 1, light);
    average(&out_a, &rest, &features, &feature_noise, (const Image *[]){&out_b}, (Image *[]){&last_b}, 1, light);
    Image result = mean(&last_a, &last_b);
    write_image(folder, &result);
    return 0;
}
