import { readHostedSettings } from '../_shared/hosted.ts';

/** The snapshot service's settings from the platform and the operator. */
export interface SnapshotSettings {
  readonly supabase: string;
  readonly key: string;
  readonly site: string;
  /** This service's address as browsers reach it. */
  readonly address: string;
}

/** Reads the function's environment. Throws with the name of anything missing. */
export const readSnapshotSettings = (get: (name: string) => string | undefined): SnapshotSettings => {
  const hosted = readHostedSettings('snapshot', get);
  const supabase = hosted.supabase();
  return {
    supabase,
    key: hosted.secretKey(),
    site: hosted.address('SITE_URL'),
    address: get('SNAPSHOT_ADDRESS')
      ? hosted.address('SNAPSHOT_ADDRESS')
      : `${supabase}/functions/v1/snapshot`,
  };
};
