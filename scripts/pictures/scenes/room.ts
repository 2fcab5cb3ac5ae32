import type { Ball } from './balls.ts';
import { ballSvg } from './balls.ts';
import type { Camera } from './geometry.ts';
import { randomFrom } from './geometry.ts';
import type { Table } from './table.ts';
import { tableSvg } from './table.ts';

/** A television with something on it; its class in `room.css` says where it hangs. */
export const tvHtml = (place: string, screen: string): string =>
  `<div class="tv ${place}"><div class="tv__glow"></div><div class="tv__case"><div class="tv__screen">${screen}</div></div></div>`;

/** A slatted wall with the light of its sconces (distances from the left edge, in pixels), down to the floor. */
export const wallHtml = (floorAt: number, sconces: readonly number[]): string => `
  <svg class="wall" width="1600" height="${floorAt}">
    <defs>
      <linearGradient id="slat" x1="0" x2="1" y1="0" y2="0">
        <stop offset="0" stop-color="#0a1711" /><stop offset=".12" stop-color="#1d3a2d" />
        <stop offset=".65" stop-color="#15291f" /><stop offset=".78" stop-color="#050b08" /><stop offset="1" stop-color="#040906" />
      </linearGradient>
      <pattern id="slats" width="22" height="900" patternUnits="userSpaceOnUse">
        <rect width="22" height="900" fill="url(#slat)" />
      </pattern>
      <linearGradient id="wall-fall" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#020604" stop-opacity=".72" /><stop offset=".5" stop-color="#020604" stop-opacity=".25" />
        <stop offset="1" stop-color="#020604" stop-opacity=".85" />
      </linearGradient>
      <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#ffd28a" stop-opacity=".7" /><stop offset="1" stop-color="#ffb55e" stop-opacity="0" />
      </linearGradient>
    </defs>
    <rect width="1600" height="${floorAt}" fill="url(#slats)" /><rect width="1600" height="${floorAt}" fill="url(#wall-fall)" />
    ${sconces
      .map(
        (x) => `<g transform="translate(${x} 190)" class="beam">
        <path d="M-14 26L14 26L110 330Q0 380 -110 330Z" fill="url(#beam)" filter="blur(16px)" />
        <path d="M-14 26L14 26L110 330Q0 380 -110 330Z" fill="url(#beam)" filter="blur(16px)" transform="scale(1 -.62)" /></g>
        <rect x="${x - 11}" y="164" width="22" height="52" rx="4" class="sconce" />
        <rect x="${x - 8}" y="214" width="16" height="3" fill="#fff0cc" /><rect x="${x - 8}" y="163" width="16" height="3" fill="#fff0cc" />`,
      )
      .join('')}
  </svg>
  <div class="floor" style="inset-block-start:${floorAt}px"></div>`;

/** A rack of cues on the wall; the numbers are its left edge, its top and its scale. */
export const cueRackHtml = (x: number, y: number, scale: number): string => {
  const cues = Array.from({ length: 6 }, (_, index) => {
    const left = 16 + index * 26;
    return `<path d="M${left} 0h4l1 190h-6z" fill="#d9b57c" /><path d="M${left - 1} 190h6l2 190h-10z" fill="#3a1a0c" />
      <path d="M${left} 0h4v7h-4z" fill="#4b7fae" /><path d="M${left - 1} 186h6v6h-6z" fill="#e9d9b4" />
      <path d="M${left + 3} 8l2 372h1.6l-2.6-372z" fill="#000" opacity=".3" />`;
  }).join('');
  return `<svg class="cue-rack" style="left:${x}px;top:${y}px" width="${180 * scale}" height="${400 * scale}" viewBox="0 0 180 400">
    <rect x="0" y="64" width="166" height="15" rx="3" fill="#4a2612" /><rect x="0" y="64" width="166" height="4" rx="2" fill="#8a5730" />
    ${cues}<rect x="0" y="372" width="166" height="18" rx="3" fill="#3d1e0e" /><rect x="0" y="372" width="166" height="4" rx="2" fill="#7d4d29" /></svg>`;
};

/** A high table with two stools beside it; `x` is its middle and `y` where its top is. */
export const barTableHtml = (x: number, y: number): string => {
  const round = (cx: number, top: number, width: number, foot: number): string => `
    <ellipse cx="${cx}" cy="${foot}" rx="${width * 0.62}" ry="${width * 0.13}" fill="#000" opacity=".6" filter="blur(8px)" />
    <rect x="${cx - width * 0.04}" y="${top}" width="${width * 0.08}" height="${foot - top}" fill="url(#pole)" />
    <ellipse cx="${cx}" cy="${foot}" rx="${width * 0.4}" ry="${width * 0.07}" fill="#0d1411" stroke="#2c3833" />
    <path d="M${cx - width / 2} ${top}v${width * 0.05}a${width / 2} ${width * 0.085} 0 0 0 ${width} 0v-${width * 0.05}z" fill="#2b1408" />
    <ellipse cx="${cx}" cy="${top}" rx="${width / 2}" ry="${width * 0.085}" fill="url(#round-top)" stroke="#8a5830" stroke-opacity=".7" />`;
  return `<svg class="tables" width="1600" height="900"><defs>
      <linearGradient id="pole"><stop offset="0" stop-color="#060a08" /><stop offset=".4" stop-color="#3a4943" /><stop offset="1" stop-color="#060a08" /></linearGradient>
      <radialGradient id="round-top" cx=".4" cy=".2" r=".8"><stop offset="0" stop-color="#8a5530" /><stop offset="1" stop-color="#351a0b" /></radialGradient>
    </defs>${round(x - 128, y + 74, 104, y + 240)}${round(x + 150, y + 84, 108, y + 262)}${round(x, y, 250, y + 252)}
    <g transform="translate(${x - 42} ${y - 4})"><path d="M-17 -46h34l-4 44a13 4 0 0 1 -26 0z" fill="#c58a3a" opacity=".75" />
      <ellipse cy="-46" rx="17" ry="4.5" fill="#e9c98c" opacity=".6" /></g>
    <g transform="translate(${x + 40} ${y + 3})"><path d="M-15 -40h30l-3 38a12 4 0 0 1 -24 0z" fill="#8fb7a6" opacity=".4" />
      <ellipse cy="-40" rx="15" ry="4" fill="#dff0e6" opacity=".5" /></g>
    <path d="M${x - 4} ${y - 2}l12 -9 14 5v12l-13 8 -13 -6z" fill="#3f78ad" /><path d="M${x - 4} ${y - 2}l12 -9 14 5 -12 9z" fill="#76aede" />
  </svg>`;
};

/** A wooden counter across the picture with a row of balls on it. */
export const counterHtml = (y: number, balls: readonly Ball[]): string => {
  const random = randomFrom(11);
  const grain = Array.from({ length: 70 }, () => {
    const [x, line, width] = [random() * 1600, random() ** 1.5 * 64, 120 + random() * 500];
    return `<rect x="${(x - 200).toFixed(0)}" y="${(y + 3 + line).toFixed(1)}" width="${width.toFixed(0)}" height="${(0.8 + line / 40).toFixed(1)}" rx="1" fill="${random() < 0.6 ? '#160a03' : '#b97c48'}" opacity="${(0.08 + random() * 0.2).toFixed(2)}" />`;
  }).join('');
  const row = balls
    .map((ball, index) => {
      const [x, seat] = [560 + index * 88, y + 8];
      return `<ellipse cx="${x + 4}" cy="${seat + 30}" rx="44" ry="11" fill="#000" opacity=".65" filter="blur(5px)" />
        <g clip-path="url(#counter-top)"><g transform="translate(${x} ${seat + 70}) scale(.4 -.4)" opacity=".16">${ballSvg(ball)}</g></g>
        <g transform="translate(${x} ${seat - 10}) scale(.41)">${ballSvg(ball, ((index * 37) % 50) - 25)}</g>`;
    })
    .join('');
  return `<svg class="tables" width="1600" height="900"><defs>
      <clipPath id="counter-top"><rect y="${y}" width="1600" height="70" /></clipPath>
      <linearGradient id="counter" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3d1f0d" /><stop offset="1" stop-color="#6f3f20" /></linearGradient>
      <radialGradient id="counter-light" cx=".54" cy=".3" r=".5"><stop offset="0" stop-color="#ffdca0" stop-opacity=".55" /><stop offset="1" stop-color="#ffdca0" stop-opacity="0" /></radialGradient>
    </defs>
    <rect y="${y}" width="1600" height="70" fill="url(#counter)" />${grain}
    <rect y="${y}" width="1600" height="70" fill="url(#counter-light)" />
    <rect y="${y + 70}" width="1600" height="5" fill="#a56d3f" opacity=".8" /><rect y="${y + 75}" width="1600" height="${825 - y}" fill="url(#apron)" />${row}</svg>`;
};

/** Tables seen by a camera, in a layer over the whole picture; the farthest table comes first. */
export const tablesHtml = (camera: Camera, tables: readonly Table[], blurred = ''): string =>
  `<svg class="tables ${blurred}" width="1600" height="900">${tables.map((table) => tableSvg(camera, table)).join('')}</svg>`;
