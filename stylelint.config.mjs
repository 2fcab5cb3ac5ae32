/** Physical sides that have a logical counterpart: a page must mirror in Arabic by itself. */
const physical = [
  '/^(margin|padding|border|scroll-margin|scroll-padding)-(top|right|bottom|left)/',
  '/^border-(top|bottom)-(left|right)-radius$/',
  '/^(top|right|bottom|left)$/',
  '/^(min-|max-)?(width|height)$/',
];

/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard-scss'],
  ignoreFiles: ['dist/**', 'node_modules/**'],
  rules: {
    'property-disallowed-list': [
      physical,
      { message: 'Use the logical property (inline/block, start/end).' },
    ],
    'declaration-property-value-disallowed-list': {
      '/^(float|clear|text-align|caption-side|resize)$/': ['left', 'right'],
    },
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
  },
};
