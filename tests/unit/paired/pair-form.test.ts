import { atom } from 'nanostores';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BackendError } from '../../../src/core/failure.ts';
import { PairForm } from '../../../src/features/paired/PairForm.tsx';
import type { PartProps } from '../../../src/features/paired/props.ts';
import { formatFailure } from '../../../src/i18n/format.ts';
import { inEachLanguage, LOCALE_NAMES } from '../../../src/i18n/locales.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { textsIn } from '../i18n/texts.ts';
import { BAR, open, settle } from './opened.ts';

/** What the form shows for each answer about a code. */

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each([...LOCALE_NAMES])('in %s', (locale) => {
  const texts = { ...textsIn(locale), inAll: inEachLanguage(textsIn) };

  /** The form's store, and the form drawn as its store is now. */
  const opened = () => {
    const store = open();
    store.watch();
    const drawn = (): string => {
      const paired = { ...store.paired, $pairing: atom(store.view()) };
      const props: PartProps = { texts, paired, tables: null as never, all: [] };
      return renderToStaticMarkup(createElement(PairForm, props)).replaceAll('&#x27;', "'");
    };
    return { ...store, drawn };
  };
  /** All that the form may say about a code. */
  const { badCode, wrong, expired, tooMany, television, device, find } = texts.paired;
  const SAYINGS = [badCode, wrong, expired, tooMany, television.found, device.found];
  const said = (html: string): readonly string[] => SAYINGS.filter((text) => html.includes(text));

  test('before a code it says nothing', () => {
    const html = opened().drawn();
    expect(said(html)).toEqual([]);
    expect(html).toContain(find);
  });

  test.each([
    ['television', television],
    ['device', device],
  ] as const)('a code of a %s, in small letters with spaces, brings its fields', async (kind, words) => {
    const { paired, drawn, findCode } = opened();
    findCode.mockResolvedValue(kind);
    paired.type(' cdf 2hj ');
    await settle();
    expect(findCode.mock.calls).toEqual([['CDF2HJ']]);
    const html = drawn();
    expect(said(html)).toEqual([words.found]);
    for (const text of [words.pair, words.name]) expect(html).toContain(text);
    expect(html).toContain('value=" cdf 2hj "');
    expect(html).not.toContain(find);
  });

  test.each([
    ['wrong', wrong],
    ['expired', expired],
    ['tooMany', tooMany],
  ] as const)('a code that is %s is reported at its field, and kept', async (answer, text) => {
    const { paired, drawn, findCode } = opened();
    findCode.mockResolvedValue(answer);
    paired.type('cdf 2hj');
    await settle();
    const html = drawn();
    expect(said(html)).toEqual([text]);
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('value="cdf 2hj"');
  });

  test('an incomplete code is reported once it is sent', async () => {
    const { paired, drawn } = opened();
    paired.type('cdf');
    expect(said(drawn())).toEqual([]);
    await paired.find();
    expect(said(drawn())).toEqual([badCode]);
  });

  test('a failed request is reported, and loses neither the code nor the fields', async () => {
    const { paired, drawn, televisions } = opened();
    paired.type('cdf 2hj');
    await settle();
    televisions.pairTelevision.mockRejectedValueOnce(new BackendError({ kind: 'offline' }));
    await paired.pairTelevision(BAR);
    const offline = formatFailure(texts.tables.failed, { kind: 'offline' }, texts);
    const html = drawn();
    expect(html).toContain(offline);
    expect(said(html)).toEqual([television.found]);
    expect(html).toContain('value="cdf 2hj"');
    expect(html).toContain(television.pair);
    await paired.pairTelevision(BAR);
    const after = drawn();
    expect(after).toContain(television.paired);
    expect(after).not.toContain(offline);
  });

  test('a full venue is reported in the kind’s words, and the code can be sent again', async () => {
    const { paired, drawn, televisions } = opened();
    paired.type('cdf 2hj');
    await settle();
    televisions.pairTelevision.mockResolvedValueOnce('full');
    await paired.pairTelevision(BAR);
    for (const text of [television.full, television.pair]) expect(drawn()).toContain(text);
  });
});
