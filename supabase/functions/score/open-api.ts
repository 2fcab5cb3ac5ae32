import { openApi } from '../../../src/core/machine/open-api.ts';
import { json, type Route } from './router.ts';

export const OPEN_API: Route = {
  method: 'GET',
  path: 'openapi.json',
  answer: async () => json(openApi(), { 'cache-control': 'public, max-age=3600' }),
};
