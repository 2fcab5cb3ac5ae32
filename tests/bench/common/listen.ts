import { REALTIME_SUBSCRIBE_STATES, createClient } from '@supabase/supabase-js';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/config/backend.ts';

/**
 * Joins a private topic with its own connection, and calls back at each message of one event. Returns a function that
 * leaves it.
 */
export const join = async (
  origin: string,
  topic: string,
  event: string,
  arrived: () => unknown,
): Promise<() => void> => {
  const client = createClient(origin, EMBEDDED_PUBLISHABLE_KEY, { auth: { persistSession: false } });
  await new Promise<void>((resolve, reject) => {
    client
      .channel(topic, { config: { private: true } })
      .on('broadcast', { event }, arrived)
      .subscribe((status, error) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve();
        else reject(error ?? new Error(status));
      });
  });
  return () => void client.realtime.disconnect();
};
