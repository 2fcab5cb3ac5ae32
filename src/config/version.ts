/** Address of the file that names the version which the site has now. */
export const VERSION_FILE = '/version.json';
