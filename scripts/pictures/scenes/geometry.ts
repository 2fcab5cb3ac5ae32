/** A point in metres: to the right, away from the viewer, and up from the table's bed. */
export type Point = readonly [x: number, y: number, z: number];

/** A pinhole camera; `pitch` is its tilt downwards in radians, `focal` and `centre` are in pixels. */
export type Camera = {
  eye: Point;
  pitch: number;
  focal: number;
  centre: readonly [x: number, y: number];
};

/** Where a point lands in the picture, and how many pixels a metre takes there. */
export type Projected = { x: number; y: number; scale: number };

/** Projects a point that lies in front of the camera. */
export const project = (camera: Camera, [x, y, z]: Point): Projected => {
  const [dx, dy, dz] = [x - camera.eye[0], y - camera.eye[1], z - camera.eye[2]];
  const depth = dy * Math.cos(camera.pitch) - dz * Math.sin(camera.pitch);
  const height = dy * Math.sin(camera.pitch) + dz * Math.cos(camera.pitch);
  const scale = camera.focal / depth;
  return { x: camera.centre[0] + dx * scale, y: camera.centre[1] - height * scale, scale };
};

/** The SVG path data of a closed polygon. */
export const polygon = (camera: Camera, points: readonly Point[]): string => {
  const corners = points.map((point) => {
    const { x, y } = project(camera, point);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
};

/** The outline of a level disc, as points. */
export const disc = ([x, y, z]: Point, radius: number): Point[] =>
  Array.from({ length: 40 }, (_, index) => {
    const angle = (index / 40) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z];
  });

/** A repeatable source of numbers from 0 to 1 (mulberry32), so that every run draws the same picture. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
