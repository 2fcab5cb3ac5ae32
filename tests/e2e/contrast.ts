import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { wcagContrast } from 'culori';
import sharp from 'sharp';
import { settled } from './settled.ts';
import { shotOfWindow } from './shot.ts';

const TABLE = '/images/stream-800.jpg';

/** The background of a board. */
export const PICTURES = {
  white: '#fff',
  black: '#000',
  table: `url(${TABLE}) center / cover`,
} as const;

type Color = readonly [number, number, number];

/** A text in its colour, and its place, in CSS pixels. */
interface Letters {
  readonly text: string;
  readonly color: Color;
  readonly boxes: readonly { x: number; y: number; width: number; height: number }[];
}

/** The lowest contrast of a text with its background. */
interface Reading {
  readonly text: string;
  /** Of its pixels, how many show nothing but its colour. */
  readonly pixels: number;
  readonly contrast: number;
}

const lettersOf = (page: Page): Promise<Letters[]> =>
  page.evaluate(() => {
    const board = document.querySelector('.on-air') ?? document.body;
    const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? '';
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
      const [r = 0, g = 0, b = 0] = (
        getComputedStyle(node.parentElement ?? board).color.match(/\d+/g) ?? []
      ).map(Number);
      if (/[\p{L}\p{N}]/u.test(text)) found.push({ text, boxes, color: [r, g, b] as const });
    }
    return found;
  });

interface Picture {
  readonly at: (x: number, y: number) => Color;
}

const pictureOf = async (shot: Buffer): Promise<Picture> => {
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    at: (x, y) => {
      const from = (y * info.width + x) * 3;
      return [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
    },
  };
};

/** The window as it would be without its letters and their shadows. */
const shotWithoutLetters = async (page: Page): Promise<Buffer> => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.on-air * { color: transparent !important; text-shadow: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  const shot = await shotOfWindow(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
  });
  return shot;
};

const apart = (one: Color, other: Color): number =>
  Math.max(...one.map((part, index) => Math.abs(part - (other[index] ?? 0))));

const contrastOf = (...colors: readonly [Color, Color]): number => {
  const [one, other] = colors.map(([r, g, b]) => ({
    mode: 'rgb' as const,
    r: r / 255,
    g: g / 255,
    b: b / 255,
  }));
  return wcagContrast(one ?? '', other ?? '');
};

/** Reads all texts of the page's board off its pixels, over a picture, and stores the readings at `path`. */
export const readBoard = async (
  page: Page,
  picture: keyof typeof PICTURES,
  path: string,
): Promise<Reading[]> => {
  await page.evaluate(
    async ([background, table]) => {
      document.documentElement.style.background = background;
      const behind = new Image();
      behind.src = table;
      await Promise.all([...document.images, behind].map((image) => image.decode()));
    },
    [PICTURES[picture], TABLE] as const,
  );
  await settled(page);
  const letters = await lettersOf(page);
  const shot = await shotOfWindow(page);
  await writeFile(path, shot);
  const shown = await pictureOf(shot);
  const bare = await pictureOf(await shotWithoutLetters(page));
  return letters.map(({ text, color, boxes }) => {
    const behind = new Map<string, Color>();
    let pixels = 0;
    for (const box of boxes) {
      for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 1) {
        for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 1) {
          const ground = bare.at(x, y);
          const seen = shown.at(x, y);
          // At the edges of letters, a pixel is partly background.
          if (apart(seen, color) > 3 || apart(seen, ground) === 0) continue;
          behind.set(ground.join(), ground);
          pixels += 1;
        }
      }
    }
    const contrasts = [...behind.values()].map((ground) => contrastOf(color, ground));
    return { text, pixels, contrast: contrasts.reduce((one, other) => Math.min(one, other), Infinity) };
  });
};
