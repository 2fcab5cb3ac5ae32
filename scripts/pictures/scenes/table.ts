import type { Ball } from './balls.ts';
import { ballSvg } from './balls.ts';
import type { Camera, Point } from './geometry.ts';
import { disc, polygon, project, randomFrom } from './geometry.ts';

/** A ball on the bed: how far from the table's middle across and along it, in metres, and how it is rolled. */
export type PlacedBall = { ball: Ball; across: number; along: number; turn?: number };

/** A table in the room; lengths in metres between the cushions' noses, `turn` in degrees. */
export type Table = {
  name: string;
  at: readonly [x: number, y: number];
  turn: number;
  width: number;
  length: number;
  cloth: { lit: string; shade: string };
  ballRadius: number;
  balls: readonly PlacedBall[];
  /** Where lamps hang along the table, and how high above the bed. */
  lamps: { along: readonly number[]; height: number; radius: number; hidden?: boolean };
  /** A cue that lies on the bed: where its tip and its butt are. */
  cue?: { tip: readonly [number, number]; butt: readonly [number, number] };
};

export const POOL_TABLE = {
  width: 1.27,
  length: 2.54,
  ballRadius: 0.0286,
  cloth: { lit: '#1b8d6d', shade: '#093f31' },
} as const;

export const SNOOKER_TABLE = {
  width: 1.778,
  length: 3.569,
  ballRadius: 0.0263,
  cloth: { lit: '#22853f', shade: '#0a3f1f' },
} as const;

const CUSHION = 0.052;
const RAIL = 0.13;
const NOSE_HEIGHT = 0.036;
const RAIL_HEIGHT = 0.046;
const APRON = 0.24;
const FLOOR = -0.8;

/** Gives the function that takes a place on the table (across, along, up) to the room. */
const placing = (table: Table) => {
  const angle = (table.turn * Math.PI) / 180;
  return (across: number, along: number, up: number): Point => [
    table.at[0] + across * Math.cos(angle) - along * Math.sin(angle),
    table.at[1] + across * Math.sin(angle) + along * Math.cos(angle),
    up,
  ];
};

type Place = ReturnType<typeof placing>;

/** One of the six cushions: along which side it runs, and from where to where. */
type Cushion = { side: 'across' | 'along'; sign: 1 | -1; from: number; to: number };

const cushionsOf = ({ width, length }: Table): Cushion[] => {
  const [w, l] = [width / 2 - 0.045, length / 2 - 0.045];
  return ([1, -1] as const).flatMap((sign) => [
    { side: 'across', sign, from: -w, to: w },
    { side: 'along', sign, from: -l, to: -0.065 },
    { side: 'along', sign, from: 0.065, to: l },
  ]);
};

/** Whether a level direction at a point looks towards the camera. */
const faces = (camera: Camera, at: Point, towards: Point): boolean =>
  (towards[0] - at[0]) * (camera.eye[0] - at[0]) + (towards[1] - at[1]) * (camera.eye[1] - at[1]) > 0;

const drawCushion = (camera: Camera, table: Table, place: Place, cushion: Cushion): string => {
  const edge = (cushion.side === 'across' ? table.length : table.width) / 2;
  const at = (position: number, out: number, up: number): Point =>
    cushion.side === 'across'
      ? place(position, cushion.sign * (edge + out), up)
      : place(cushion.sign * (edge + out), position, up);
  const { from, to } = cushion;
  const middle = (from + to) / 2;
  const nose = [at(from + 0.03, 0, NOSE_HEIGHT), at(to - 0.03, 0, NOSE_HEIGHT)] as const;
  const foot = [at(to - 0.03, 0.012, 0), at(from + 0.03, 0.012, 0)] as const;
  const back = [at(to + 0.012, CUSHION, RAIL_HEIGHT), at(from - 0.012, CUSHION, RAIL_HEIGHT)] as const;
  const visible = faces(camera, at(middle, 0, 0), at(middle, -1, 0));
  return `${visible ? `<path class="cushion-face" d="${polygon(camera, [...nose, ...foot])}" fill="${table.cloth.shade}" />` : ''}
    <path d="${polygon(camera, [...nose, ...back])}" fill="${table.cloth.lit}" />
    <path d="${polygon(camera, [...nose, ...back])}" fill="#021a12" opacity="${visible ? '.34' : '.5'}" />
    <path d="${polygon(camera, [...nose])}" class="cushion-nose" />`;
};

/** The rail's wood: its top, its grain, its sights, and the apron where it is seen. */
const drawWood = (camera: Camera, table: Table, place: Place): string => {
  const random = randomFrom(table.name.length * 7 + 3);
  const [w, l] = [table.width / 2 + CUSHION, table.length / 2 + CUSHION];
  const parts: string[] = [];
  for (const sign of [1, -1] as const) {
    for (const side of ['across', 'along'] as const) {
      const [edge, half] = side === 'across' ? [l, w] : [w, l];
      const at = (position: number, out: number, up: number): Point =>
        side === 'across'
          ? place(position, sign * (edge + out), up)
          : place(sign * (edge + out), position, up);
      const top = [
        at(-half, 0, RAIL_HEIGHT),
        at(half, 0, RAIL_HEIGHT),
        at(half + RAIL, RAIL, RAIL_HEIGHT),
        at(-half - RAIL, RAIL, RAIL_HEIGHT),
      ];
      parts.push(`<path d="${polygon(camera, top)}" class="wood-top" />`);
      for (let line = 0; line < 46; line += 1) {
        const out = 0.004 + random() * (RAIL - 0.012);
        const start = -half + (random() * 2 - 0.4) * half;
        const end = Math.min(half + out, start + (0.25 + random()) * half);
        if (start >= end) continue;
        const wander = (random() - 0.5) * 0.006;
        const grain = [
          at(Math.max(start, -half - out), out, RAIL_HEIGHT),
          at(end, out + wander, RAIL_HEIGHT),
          at(end, out + wander + 0.001 + random() * 0.003, RAIL_HEIGHT),
        ];
        parts.push(
          `<path d="${polygon(camera, grain)}" fill="${random() < 0.6 ? '#1c0d05' : '#c98b54'}" opacity="${(0.08 + random() * 0.2).toFixed(2)}" />`,
        );
      }
      const bevel = [
        at(-half, 0, RAIL_HEIGHT),
        at(half, 0, RAIL_HEIGHT),
        at(half, 0.008, RAIL_HEIGHT),
        at(-half, 0.008, RAIL_HEIGHT),
      ];
      parts.push(`<path d="${polygon(camera, bevel)}" class="wood-bevel" />`);
      const sights = side === 'across' ? [-0.25, 0, 0.25] : [-0.375, -0.25, -0.125, 0.125, 0.25, 0.375];
      const span = side === 'across' ? table.width : table.length;
      for (const sight of sights) {
        const mark = disc(at(sight * span, RAIL * 0.55, RAIL_HEIGHT), 0.008);
        parts.push(`<path d="${polygon(camera, mark)}" class="sight" />`);
      }
      if (faces(camera, at(0, RAIL, 0), at(0, RAIL + 1, 0))) {
        const reach = half + RAIL;
        const apron = [
          at(-reach, RAIL, RAIL_HEIGHT),
          at(reach, RAIL, RAIL_HEIGHT),
          at(reach, RAIL, -APRON),
          at(-reach, RAIL, -APRON),
        ];
        const lip = [
          at(-reach, RAIL, RAIL_HEIGHT),
          at(reach, RAIL, RAIL_HEIGHT),
          at(reach, RAIL, RAIL_HEIGHT - 0.012),
          at(-reach, RAIL, RAIL_HEIGHT - 0.012),
        ];
        for (const end of [-1, 1]) {
          const leg = [
            at(end * (reach - 0.04), RAIL - 0.06, -APRON + 0.02),
            at(end * (reach - 0.2), RAIL - 0.06, -APRON + 0.02),
            at(end * (reach - 0.18), RAIL - 0.06, FLOOR),
            at(end * (reach - 0.07), RAIL - 0.06, FLOOR),
          ];
          parts.unshift(`<path d="${polygon(camera, leg)}" class="leg" />`);
        }
        parts.push(
          `<path d="${polygon(camera, apron)}" class="apron" /><path d="${polygon(camera, lip)}" class="apron-lip" />`,
        );
      }
    }
  }
  return parts.join('');
};

const drawPockets = (camera: Camera, table: Table, place: Place): string => {
  const [w, l] = [table.width / 2, table.length / 2];
  const mouths = ([1, -1] as const).flatMap((sign) => [
    { across: w + 0.024, along: sign * (l + 0.024), radius: 0.066 },
    { across: -w - 0.024, along: sign * (l + 0.024), radius: 0.066 },
    { across: sign * (w + 0.048), along: 0, radius: 0.058 },
  ]);
  return mouths
    .map(({ across, along, radius }) => {
      const [rim, hole] = [radius + 0.016, radius];
      return `<path d="${polygon(camera, disc(place(across, along, RAIL_HEIGHT), rim))}" class="pocket-rim" />
        <path d="${polygon(camera, disc(place(across, along, RAIL_HEIGHT), hole))}" class="pocket" />`;
    })
    .join('');
};

const drawBalls = (camera: Camera, table: Table, place: Place): string => {
  const radius = table.ballRadius;
  const placed = table.balls
    .map((ball) => ({ ...ball, seat: project(camera, place(ball.across, ball.along, radius)) }))
    .sort((a, b) => a.seat.scale - b.seat.scale);
  const shadows = placed.map(({ across, along, seat }) => {
    // The shadow falls away from the light in the middle of the table, the more the farther out the ball lies.
    const long = polygon(camera, disc(place(across * 1.035, along * 1.014, 0), radius * 1.12));
    const touch = polygon(camera, disc(place(across, along, 0), radius * 0.7));
    const blur = Math.max(0.6, seat.scale * radius * 0.2);
    return `<path d="${long}" class="ball-shadow" filter="blur(${blur.toFixed(1)}px)" />
      <path d="${touch}" class="ball-touch" filter="blur(${(blur / 2).toFixed(1)}px)" />`;
  });
  const balls = placed.map(
    ({ ball, turn, seat }) =>
      `<g transform="translate(${seat.x.toFixed(1)} ${seat.y.toFixed(1)}) scale(${((seat.scale * radius) / 100).toFixed(4)})">${ballSvg(ball, turn)}</g>`,
  );
  return shadows.join('') + balls.join('');
};

const drawCue = (camera: Camera, place: Place, cue: NonNullable<Table['cue']>): string => {
  const [tipX, tipY] = cue.tip;
  const [dx, dy] = [cue.butt[0] - tipX, cue.butt[1] - tipY];
  const length = Math.hypot(dx, dy);
  const [nx, ny] = [-dy / length, dx / length];
  const piece = (from: number, to: number, lift: number): string => {
    const side = (t: number, sign: number): Point => {
      const half = (0.006 + 0.007 * t) * sign;
      return place(tipX + dx * t + nx * half, tipY + dy * t + ny * half, lift + 0.05 * t);
    };
    return polygon(camera, [side(from, 1), side(to, 1), side(to, -1), side(from, -1)]);
  };
  const shadow = polygon(camera, [
    place(tipX + 0.01, tipY - 0.01, 0),
    place(tipX + dx + 0.06, tipY + dy - 0.05, 0),
    place(tipX + dx + 0.03, tipY + dy - 0.09, 0),
  ]);
  return `<path d="${shadow}" class="ball-shadow" filter="blur(4px)" />
    <path d="${piece(0, 1, 0.02)}" fill="url(#cue-wood)" />
    <path d="${piece(0.018, 0.05, 0.02)}" fill="#f1ead7" /><path d="${piece(0, 0.018, 0.02)}" fill="#4b7fae" />
    <path d="${piece(0.62, 1, 0.02)}" fill="#2a140a" /><path d="${piece(0.6, 0.62, 0.02)}" fill="#d8b36a" />`;
};

/** The lamps over a table: their shades, and the light that they throw on the bed. */
const lampPlaces = (table: Table, place: Place): Point[] =>
  table.lamps.along.map((along) => place(0, along, table.lamps.height));

const drawLamp = (camera: Camera, table: Table, at: Point): string => {
  const { radius } = table.lamps;
  const rim = disc(at, radius);
  const cap: Point = [at[0], at[1], at[2] + radius * 0.85];
  const side = (sign: number): readonly [Point, Point] => [
    [at[0] + sign * radius, at[1], at[2]],
    [cap[0] + sign * radius * 0.28, cap[1], cap[2]],
  ];
  const [[leftRim, leftCap], [rightRim, rightCap]] = [side(-1), side(1)];
  const shade = polygon(camera, [leftRim, leftCap, rightCap, rightRim]);
  const top = project(camera, cap);
  const centre = project(camera, at);
  const below = camera.eye[2] < at[2];
  const body = `<path d="${polygon(camera, rim)}" class="shade-rim" /><path d="${shade}" class="shade" />
    <path d="${polygon(camera, disc(cap, radius * 0.28))}" class="shade-cap" />`;
  const opening = below
    ? `<path d="${polygon(camera, rim)}" class="lamp-inside" /><path d="${polygon(camera, disc(at, radius * 0.55))}" class="lamp-bulb" />`
    : '';
  return `<path d="M${top.x.toFixed(1)} ${(top.y + 4).toFixed(1)}V-50" class="cord" />
    <circle cx="${centre.x.toFixed(1)}" cy="${centre.y.toFixed(1)}" r="${(centre.scale * radius * 2.6).toFixed(0)}" fill="url(#lamp-halo)" />
    ${body}${opening}`;
};

/** The gradients that tables and lamps use; once in each document. */
export const tableDefs = `
<linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#6c3b1d" /><stop offset="1" stop-color="#45210c" />
</linearGradient>
<linearGradient id="apron" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#3d1e0d" /><stop offset=".35" stop-color="#231007" /><stop offset="1" stop-color="#0b0704" />
</linearGradient>
<linearGradient id="cue-wood" x1="0" y1="0" x2="0" y2="1">
  <stop offset="0" stop-color="#f0d7a4" /><stop offset="1" stop-color="#b98a4d" />
</linearGradient>
<linearGradient id="shade" x1="0" y1="0" x2="1" y2="0">
  <stop offset="0" stop-color="#06110c" /><stop offset=".35" stop-color="#23493a" /><stop offset=".55" stop-color="#153226" /><stop offset="1" stop-color="#040b08" />
</linearGradient>
<radialGradient id="lamp-halo">
  <stop offset="0" stop-color="#ffd58a" stop-opacity=".5" /><stop offset=".4" stop-color="#ffc46a" stop-opacity=".14" /><stop offset="1" stop-color="#ffb54d" stop-opacity="0" />
</radialGradient>
<radialGradient id="lamp-inside">
  <stop offset="0" stop-color="#fffdf4" /><stop offset=".6" stop-color="#ffe9b8" /><stop offset="1" stop-color="#f0b65a" />
</radialGradient>
<radialGradient id="pocket"><stop offset="0" stop-color="#000" /><stop offset="1" stop-color="#0b0a08" /></radialGradient>`;

/** A table with its balls in the light of its lamps, as an SVG group. */
export const tableSvg = (camera: Camera, table: Table): string => {
  const place = placing(table);
  const [w, l] = [table.width / 2 + CUSHION, table.length / 2 + CUSHION];
  const bed = polygon(camera, [place(-w, -l, 0), place(w, -l, 0), place(w, l, 0), place(-w, l, 0)]);
  const [ow, ol] = [w + RAIL, l + RAIL];
  const outline = polygon(camera, [
    place(-ow, -ol, RAIL_HEIGHT),
    place(ow, -ol, RAIL_HEIGHT),
    place(ow, ol, RAIL_HEIGHT),
    place(-ow, ol, RAIL_HEIGHT),
  ]);
  const middle = project(camera, place(0, 0, 0));
  const blur = (metres: number) => (middle.scale * metres).toFixed(0);
  const pools = (radius: number) =>
    table.lamps.along.map((along) => polygon(camera, disc(place(0, along, 0), radius))).join('');
  const ground = polygon(camera, [
    place(-ow - 0.1, -ol - 0.1, FLOOR),
    place(ow + 0.1, -ol - 0.1, FLOOR),
    place(ow + 0.1, ol + 0.1, FLOOR),
    place(-ow - 0.1, ol + 0.1, FLOOR),
  ]);
  const lamps = table.lamps.hidden ? [] : lampPlaces(table, place);
  return `<g>
    <path d="${ground}" fill="#000" opacity=".75" filter="blur(18px)" />
    <clipPath id="bed-${table.name}"><path d="${bed}" /></clipPath>
    <clipPath id="top-${table.name}"><path d="${outline}" /></clipPath>
    <path d="${bed}" fill="${table.cloth.shade}" />
    <g clip-path="url(#bed-${table.name})">
      <path d="${pools(table.width * 0.52)}" fill="${table.cloth.lit}" opacity=".95" filter="blur(${blur(0.2)}px)" />
      <path d="${pools(table.width * 0.26)}" fill="#ffe3a3" opacity=".15" filter="blur(${blur(0.16)}px)" />
    </g>
    ${cushionsOf(table)
      .map((cushion) => drawCushion(camera, table, place, cushion))
      .join('')}
    ${drawWood(camera, table, place)}${drawPockets(camera, table, place)}
    <g clip-path="url(#top-${table.name})" class="table-light">
      <path d="${pools(table.width * 0.6)}" fill="#ffd894" opacity=".42" filter="blur(${blur(0.28)}px)" />
    </g>
    ${drawBalls(camera, table, place)}${table.cue ? drawCue(camera, place, table.cue) : ''}
    ${lamps.map((lamp) => drawLamp(camera, table, lamp)).join('')}
  </g>`;
};
