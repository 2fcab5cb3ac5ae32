/** The file with the site's current version. */
export const VERSION_FILE = '/version.json';
