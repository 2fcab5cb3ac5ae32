import { DEVICE_ROLES } from '../core/devices/follow-device.ts';
import {
  expectFlag,
  expectList,
  expectMillis,
  expectObject,
  expectOneOf,
  orNull,
  expectText,
} from './answers.ts';
import type { DevicesBackend, MadeLink, MadeTelevision, VenueDevice } from './contract.ts';
import { PAIRING_OUTCOMES } from '../core/devices/pairing.ts';
import type { Requests } from './requests.ts';

const readLink = (value: unknown): MadeLink => {
  const link = expectObject(value);
  return {
    id: expectText(link['id']),
    label: expectText(link['label']),
    tableId: expectText(link['table_id']),
  };
};

const readTelevision = (value: unknown): MadeTelevision => {
  const television = expectObject(value);
  return { id: expectText(television['id']), title: expectText(television['title']) };
};

const readDevice = (value: unknown): VenueDevice => {
  const device = expectObject(value);
  return {
    id: expectText(device['id']),
    title: expectText(device['title']),
    role: expectOneOf(DEVICE_ROLES, device['role']),
    tableId: orNull(expectText, device['table_id']),
    madeBy: orNull(expectText, device['made_by']),
    createdAtMillis: expectMillis(device['created_at']),
    seenAtMillis: expectMillis(device['seen_at']),
    removed: expectFlag(device['removed']),
    links: expectList(readLink, device['links']),
    televisions: expectList(readTelevision, device['televisions']),
  };
};

/** The backend of a venue's devices. */
export const devicesBackend = ({ call, change }: Requests): DevicesBackend => ({
  listDevices: async () => expectList(readDevice, expectObject(await call('list_devices', {}))['devices']),
  letInDevice: async (code, { title, role, tableId }) => {
    const answer = expectObject(await call('let_in_device', { code, title, role, table_id: tableId }));
    return expectOneOf(PAIRING_OUTCOMES, answer['status']);
  },
  updateDevice: async (id, { title, role, tableId }) =>
    change('update_device', { id, title, role, table_id: tableId }),
  revokeDevices: async (ids, { links, televisions }) =>
    change('revoke_devices', { ids: [...ids], links: [...links], televisions: [...televisions] }),
});
