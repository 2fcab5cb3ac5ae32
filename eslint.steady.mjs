/** What a busy machine is late with: tests wait for it, and for long enough. */
const READS =
  '/^(boundingBox|textContent|innerText|allTextContents|allInnerTexts|inputValue|getAttribute|count|isVisible|isHidden|isEnabled|isDisabled|isChecked)$/';

const EXPECTS = ['CallExpression[callee.name="expect"]', 'CallExpression[callee.object.name="expect"]'];
/** What is awaited, or a part of it. */
const AWAITED = ['AwaitExpression', 'MemberExpression > AwaitExpression', 'ChainExpression AwaitExpression'];

/** @type {import('eslint').Linter.Config[]} */
export default [
  {
    files: ['tests/e2e/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: EXPECTS.flatMap((call) =>
            AWAITED.map((awaited) => `${call} > ${awaited} CallExpression[callee.property.name=${READS}]`),
          ).join(),
          message: 'This is read once, perhaps a moment too early: ask a locator or `expect.poll`.',
        },
      ],
    },
  },
  {
    files: ['tests/{built,common,contract,embedded,real}/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]',
          message: 'It waits for a second: use `expect.poll`, which waits as long as its project allows.',
        },
      ],
    },
  },
];
