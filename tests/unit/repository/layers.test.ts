import { expect, test } from 'vitest';
import { circlesIn, layerOf, wrongImports } from '../../../scripts/layers.ts';

/** Every module that a line below names exists. */
const problems = (file: string, code: string): readonly string[] => wrongImports(file, code, () => true);

test.each([
  ['supabase/embedded/data/lite.ts', `import { a } from '../auth/index.ts';`, 'data comes before auth.'],
  [
    'src/core/match/fold.ts',
    `import '../../features/desk/table-desk.ts';`,
    'core/match comes before features/desk.',
  ],
  [
    'src/core/failure.ts',
    `import type { Client } from '../backend/client.ts';`,
    'core comes before backend.',
  ],
  ['src/rules/shot.ts', `export * from '../features/board/Plate.tsx';`, 'rules comes before features/board.'],
  ['src/rules/shot.ts', `import { atom } from 'nanostores';`, 'Only stores hold state.'],
  ['src/rules/shot.ts', `import { readFileSync } from 'node:fs';`, 'Not available in browsers.'],
  ['src/backend/matches.ts', `import { a } from '../browser/timer.ts';`, 'backend comes before browser.'],
  [
    'src/backend/matches.ts',
    `import { useState } from 'react';`,
    'Only kit, features, pads and islands render.',
  ],
  [
    'src/browser/venue.ts',
    `import { createClient } from '@supabase/supabase-js';`,
    'Only src/backend talks to Supabase.',
  ],
  [
    'src/features/match/sync.ts',
    `import { a } from '../../backend/client.ts';`,
    'only environments open the backend.',
  ],
  [
    'src/features/room/words.ts',
    `import {\n  a,\n  b,\n} from '../desk/props.ts';`,
    'features/room comes before features/desk.',
  ],
  [
    'src/features/pad/Pad.tsx',
    `import Dashboard from '../../islands/Dashboard.tsx';`,
    'features/pad comes before islands.',
  ],
  [
    'src/features/pad/Pad.tsx',
    `import 'astro:transitions';`,
    'Only pages and their components are rendered by Astro.',
  ],
  [
    'src/islands/Login.tsx',
    `const load = () => import('../backend/overlays.ts');`,
    'only environments open the backend.',
  ],
  [
    'src/components/Head.astro',
    `import { a } from '../backend/client.ts';`,
    'only environments open the backend.',
  ],
  ['src/games/snooker/rules.ts', `import { a } from './pad/cloth.ts';`, 'games comes before games/*/pad.'],
  ['src/games/games.ts', `import { a } from './pads.ts';`, 'games comes before games/*/pad.'],
  [
    'supabase/functions/score/fold.ts',
    `import { a } from '../../../src/browser/timer.ts';`,
    'edge functions share config, i18n, rules, games and core.',
  ],
])('%s may not have %s', (file, code, why) => {
  const [problem, ...more] = problems(file, code);
  expect(problem).toMatch(new RegExp(`: ${why.replace('*', String.raw`\*`)}$`));
  expect(more).toEqual([]);
});

test.each([
  ['src/core/overlay/board.ts', `import { NAME_LIMIT } from '../../config/limits.ts';`],
  ['src/features/match/sync.ts', `import type { ScorerBackend } from '../../backend/contract.ts';`],
  ['src/browser/venue.ts', `import { ownerClient } from '../backend/client.ts';`],
  ['src/features/room/words.ts', `import { a } from './props.ts';`],
  ['src/features/desk/TableDesk.tsx', `const a = lazy(() => import('../pad/Pad.tsx'));`],
  ['src/games/snooker/pad/Cloth.tsx', `import { useState } from 'react';`],
  ['src/games/eight-ball/pad/index.ts', `import { a } from '../../pool/pad/keyboard.ts';`],
  ['src/components/Slides.astro', `import Carousel from '../islands/Carousel.tsx';`],
  ['supabase/functions/score/fold.ts', `import { a } from '../../../src/core/match/fold.ts';`],
  ['supabase/functions/score/fold.ts', `import { a } from '../_shared/body.ts';`],
])('%s may have %s', (file, code) => {
  expect(problems(file, code)).toEqual([]);
});

test('an unlisted folder is in no layer', () => {
  expect(layerOf('src/features/elsewhere/Part.tsx')).toBeNull();
  expect(layerOf('src/core/overlay/designs/slate.ts')).toBe('core/overlay');
});

test('files import each other in no circle, however long', () => {
  const line = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
  const imports = new Map(line.map((file, index) => [file, line.slice(index + 1)]));
  expect(circlesIn(imports)).toEqual([]);
  expect(circlesIn(new Map([...imports, ['d.ts', ['b.ts']]]))).toEqual([
    'A circle of imports: b.ts → c.ts → d.ts → b.ts',
  ]);
  expect(circlesIn(new Map([['a.ts', ['a.ts']]]))).toEqual(['A circle of imports: a.ts → a.ts']);
});
