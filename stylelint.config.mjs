/** Physical sides with a logical counterpart: pages must mirror in Arabic automatically. */
const physical = [
  '/^(margin|padding|border|scroll-margin|scroll-padding)-(top|right|bottom|left)/',
  '/^border-(top|bottom)-(left|right)-radius$/',
  '/^(top|right|bottom|left)$/',
  '/^(min-|max-)?(width|height)$/',
];

const sides = { '/^(float|clear|text-align|caption-side|resize)$/': ['left', 'right'] };

/** Lengths of ten rem or more are dimensions; anything shorter should be a `space()`. */
const SHORT = '/(?<![\\d.])\\d?(\\.\\d+)?rem\\b/';

/** A corner is square, or a token. */
const CORNER = [/^(radius\('(s|m|round)'\)|0|inherit)( (radius\('(s|m|round)'\)|0))*$/];

const COLOURS = 'Colours are in settings: color().';

/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard-scss'],
  ignoreFiles: ['dist/**', 'node_modules/**'],
  rules: {
    'property-disallowed-list': [
      physical,
      { message: 'Use the logical property (inline/block, start/end).' },
    ],
    'declaration-property-value-disallowed-list': [
      {
        ...sides,
        'font-size': ['/^[\\d.]+rem$/'],
        '/^(margin|padding|(row-|column-)?gap)/': ['/([2-9]|\\d{2,})px/'],
        '/^(?!font-size$)/': [SHORT],
      },
      { message: (property, value) => `${property}: ${value}. Lengths are space(), type is size().` },
    ],
    'declaration-property-value-allowed-list': [
      { '/^border-.*radius$/': CORNER },
      { message: (property, value) => `${property}: ${value}. Corners are radius() or 0.` },
    ],
    'color-hex-length': 'long',
    'color-no-hex': [true, { message: COLOURS }],
    'color-named': ['never', { ignoreProperties: ['/^mask/'], message: COLOURS }],
    'function-disallowed-list': [['/^(rgb|hsl)a?$/', '/^(ok)?l(ab|ch)$/', 'hwb'], { message: COLOURS }],
    'selector-class-pattern': [
      '^[a-z][a-z0-9]*(-[a-z0-9]+)*(__[a-z0-9]+(-[a-z0-9]+)*)?(--[a-z0-9]+(-[a-z0-9]+)*)?$',
      { message: 'Class names are block__element--modifier.' },
    ],
    'no-descending-specificity': null,
    'scss/dollar-variable-empty-line-before': null,
    'scss/double-slash-comment-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'declaration-empty-line-before': null,
    'rule-empty-line-before': ['always-multi-line', { except: ['first-nested'], ignore: ['after-comment'] }],
    'comment-empty-line-before': null,
    'at-rule-empty-line-before': null,
    // Read from a map.
    'container-name-pattern': null,
  },
  overrides: [
    {
      // Drawings of things: their corners are those of the board, the screen, the phone or the printed sign.
      files: [
        'src/features/board/**',
        'src/features/television/**',
        'src/features/demo/_demo.scss',
        'src/features/pictures/_table-sign.scss',
        'src/components/_remote.scss',
      ],
      rules: { 'declaration-property-value-allowed-list': null },
    },
    {
      files: ['src/styles/settings/**'],
      rules: {
        'declaration-property-value-disallowed-list': null,
        'color-no-hex': null,
        'function-disallowed-list': null,
      },
    },
    {
      // A board's sizes are in pixels of its canvas.
      files: ['src/features/board/**'],
      rules: { 'declaration-property-value-disallowed-list': sides },
    },
  ],
};
