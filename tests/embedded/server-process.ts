import { messageOf, StartProblem } from '../../supabase/embedded/http/problem.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';

/**
 * The backend in a separate process, to be killed: serves the folder that it is given, with the built site in the
 * second, if there is one, at the port in PORT or any, and prints its address.
 */

const [folder, dist] = process.argv.slice(2);
if (!folder) throw new Error('Which folder?');
startServer({ folder, port: Number(process.env['PORT'] ?? 0), ...(dist !== undefined && { dist }) }).then(
  ({ origin }) => {
    console.log(`Ready at ${origin}`);
  },
  (error: unknown) => {
    if (!(error instanceof StartProblem)) throw error;
    console.error(messageOf(error));
    process.exit(1);
  },
);
