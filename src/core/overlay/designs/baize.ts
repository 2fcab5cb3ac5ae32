import { shade, type Palette, type Palettes } from './palette.ts';

const dark: Palette = {
  ground: shade('#1a3a2c', '#0c1d17 60%', '#07120e'),
  plate: shade('#1a3a2c', '#0c1d17 60%', '#07120e'),
  'plate-lit': shade('#2a6b4f', '#174633'),
  tile: shade('#03100b', '#0a1a14'),
  edge: 'rgb(255 231 176 / 34%)',
  'edge-tile': 'rgb(255 255 255 / 10%)',
  text: '#f6f3ea',
  'text-lit': '#f6f3ea',
  quiet: '#c4cabf',
  'quiet-tile': '#c4cabf',
  number: '#fffdf6',
  'number-waiting': '#cdd4cd',
  accent: '#f2c14e',
  'accent-tile': '#f2c14e',
  mark: '#ffe7b0',
  'mark-tile': '#ffe7b0',
  running: '#5fd6a4',
  'running-tile': '#5fd6a4',
  low: '#ff9c8a',
  'low-tile': '#ff9c8a',
  paused: '#9fb0a6',
  track: 'rgb(128 128 128 / 40%)',
  'track-tile': 'rgb(255 255 255 / 22%)',
  won: shade('#ffd678', '#f2c14e'),
  'on-won': '#07120e',
  sweep: '#ffd678',
  radius: '1',
  'edge-width': '2px',
};

const light: Palette = {
  ...dark,
  ground: shade('#ffffff', '#f1eee4'),
  plate: shade('#ffffff', '#f1eee4'),
  'plate-lit': shade('#ffffff', '#ffe9bf'),
  tile: shade('#12291f', '#1a3a2c'),
  edge: 'rgb(12 29 23 / 28%)',
  text: '#0b1813',
  'text-lit': '#0b1813',
  quiet: '#34463d',
  accent: '#8a5a00',
  mark: '#8a5a00',
  running: '#0b6b43',
  low: '#a3301d',
};

/** The lamp over a green table. */
export default { dark, light } satisfies Palettes;
