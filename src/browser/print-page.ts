/** Opens a page of this site, and prints it as it is laid out for paper. */
export const printPage = (address: string): void => {
  const page = window.open(address, '_blank');
  page?.addEventListener('load', () => page.print());
};
