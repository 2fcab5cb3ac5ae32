/** Astro asks each renderer whether a part is its own: on the server none is Preact's. */
const renderer = {
  name: 'preact',
  check: () => Promise.resolve(false),
  renderToStaticMarkup: () =>
    Promise.reject(new Error('Preact draws in the browser: say client:only="preact"')),
};

export default renderer;
