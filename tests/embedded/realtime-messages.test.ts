import { expect, test } from 'vitest';
import { purgeMessages } from '../../supabase/embedded/data/database.ts';
import { preparedDatabase } from './folders.ts';

test('messages that everybody has heard are kept for an hour', async () => {
  const database = await preparedDatabase();
  try {
    await database.pg.query(
      `insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
       select 'overlay:x', 'broadcast', minutes::text, '{}', true,
         now() at time zone 'utc' - make_interval(mins => minutes)
       from unnest('{0, 50, 70, 1500}'::int[]) as sent (minutes)`,
    );
    await purgeMessages(database.pg)();
    const { rows } = await database.pg.query<{ event: string }>(
      'select event from realtime.messages order by inserted_at desc',
    );
    expect(rows).toEqual([{ event: '0' }, { event: '50' }]);
  } finally {
    await database.close();
  }
});
