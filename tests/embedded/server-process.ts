import { startServer } from '../../supabase/embedded/server.ts';

/** The backend in a process of its own, to be killed: serves the folder it is given, and prints its address. */

const folder = process.argv[2];
if (!folder) throw new Error('Which folder?');
const { origin } = await startServer({ folder, port: 0 });
console.log(`Ready at ${origin}`);
