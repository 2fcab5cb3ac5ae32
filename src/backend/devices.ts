import { DEVICE_ROLES } from '../core/devices/follow-device.ts';
import { flag, listOf, millis, object, oneOf, orNull, text } from './answers.ts';
import {
  PAIRING_OUTCOMES,
  type DevicesBackend,
  type MadeLink,
  type MadeTelevision,
  type VenueDevice,
} from './contract.ts';
import type { Requests } from './requests.ts';

const readLink = (value: unknown): MadeLink => {
  const link = object(value);
  return { id: text(link['id']), label: text(link['label']), tableId: text(link['table_id']) };
};

const readTelevision = (value: unknown): MadeTelevision => {
  const television = object(value);
  return { id: text(television['id']), title: text(television['title']) };
};

const readDevice = (value: unknown): VenueDevice => {
  const device = object(value);
  return {
    id: text(device['id']),
    title: text(device['title']),
    role: oneOf(DEVICE_ROLES, device['role']),
    tableId: orNull(text, device['table_id']),
    madeBy: orNull(text, device['made_by']),
    createdAtMillis: millis(device['created_at']),
    seenAtMillis: millis(device['seen_at']),
    removed: flag(device['removed']),
    links: listOf(readLink, device['links']),
    televisions: listOf(readTelevision, device['televisions']),
  };
};

/** The backend of a venue's devices. */
export const devicesBackend = ({ call, change }: Requests): DevicesBackend => ({
  listDevices: async () => listOf(readDevice, object(await call('list_devices', {}))['devices']),
  letInDevice: async (code, { title, role, tableId }) => {
    const answer = object(await call('let_in_device', { code, title, role, table_id: tableId }));
    return oneOf(PAIRING_OUTCOMES, answer['status']);
  },
  updateDevice: async (id, { title, role, tableId }) =>
    change('update_device', { id, title, role, table_id: tableId }),
  revokeDevices: async (ids, { links, televisions }) =>
    change('revoke_devices', { ids: [...ids], links: [...links], televisions: [...televisions] }),
});
