import { shade, type Palette, type Palettes } from './palette.ts';

const dark: Palette = {
  ground: '#0a1130',
  plate: shade('#1b2760', '#121b48'),
  'plate-lit': '#cf1f30',
  tile: '#070c24',
  edge: 'transparent',
  'edge-tile': 'rgb(255 255 255 / 14%)',
  text: '#ffffff',
  'text-lit': '#ffffff',
  quiet: '#c0c8ea',
  'quiet-tile': '#c0c8ea',
  number: '#ffffff',
  'number-waiting': '#b4bde3',
  accent: '#ffcf4a',
  'accent-tile': '#ffcf4a',
  mark: '#ffffff',
  'mark-tile': '#ff6b78',
  running: '#6fe3b4',
  'running-tile': '#6fe3b4',
  low: '#ffa79a',
  'low-tile': '#ff9c8a',
  paused: '#8f9ac9',
  track: 'rgb(128 128 128 / 40%)',
  'track-tile': 'rgb(255 255 255 / 22%)',
  won: '#ffcf4a',
  'on-won': '#0a1130',
  sweep: '#ffcf4a',
  radius: '0',
  'edge-width': '0px',
};

const light: Palette = {
  ...dark,
  ground: '#e3e7f5',
  plate: shade('#ffffff', '#eef0fa'),
  tile: '#141d4d',
  text: '#0c1438',
  quiet: '#434c78',
  accent: '#b0132a',
  running: '#0a6640',
  low: '#a8241b',
  won: '#ffcf4a',
};

/** Slanted, with a coloured plate. */
export default { dark, light, filled: true } satisfies Palettes;
