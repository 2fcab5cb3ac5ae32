/** The version that the build wrote into the page; null if there is none. */
export const ownVersion = (): string | null => {
  const { content = '' } = document.querySelector<HTMLMetaElement>('meta[name=version]') ?? {};
  return content === '' ? null : content;
};
