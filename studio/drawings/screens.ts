const data = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`;

/** What broadcast software puts over a picture: an overlay's bar, and a badge in a language. */
export const streamHtml = (bar: Buffer, live: string): string =>
  `<div class="stream"><p class="stream__live">${live}</p><img class="stream__bar" src="${data(bar)}" alt="" /></div>`;

const icon = (path: string): string => `<svg class="icon" viewBox="0 0 24 24"><path d="${path}" /></svg>`;

/** The screen of an Android phone with the pad on it, 36 × 78 em: what is above the pad is the phone's. */
export const phoneHtml = (pad: Buffer, time: string): string => `<div class="phone">
    <p class="phone__status"><span>${time}</span><i class="phone__camera"></i><span class="phone__signal">
      ${icon('M2 9a15 15 0 0 1 20 0M5.5 13a10 10 0 0 1 13 0M9 17a5 5 0 0 1 6 0M12 20.6h.01')}82%</span></p>
    <img class="phone__page" src="${data(pad)}" alt="" />
  </div>`;
