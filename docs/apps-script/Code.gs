/**
 * The snapshot endpoint on Google Drive: takes pictures of tables, and gives CueBoard's snapshot page the latest of each.
 * README.md beside this file says how it is installed.
 *
 * What it knows lies in the script's properties:
 *   key:<venue>       the venue's upload key, which you set
 *   keepDays          for how many days pictures are kept, which you may set; 30 otherwise
 *   folder            the id of the Drive folder with the pictures, which the script makes
 *   pictures:<match>  the match's pictures, newest first: [{id, capturedAt, digest}]
 */

const NO_UPLOAD = 'No upload yet for this match.';
const MATCH_ID = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_BYTES = 10 * 1024 * 1024;
const MIN_SIDE = 16;
const MAX_SIDE = 8192;
const MAX_PIXELS = 25000000;
/** A property takes 9 kB. */
const MOST_PICTURES = 24;
const DAY_MILLIS = 24 * 60 * 60 * 1000;
const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' };

/** What is wrong with a request, in a sentence that is answered: a script can't choose its answers' status. */
class Refusal extends Error {}

const answer = (body) =>
  ContentService.createTextOutput(JSON.stringify(body)).setMimeType(ContentService.MimeType.JSON);

const answerBy = (work) => {
  try {
    return answer(work());
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    return answer({
      ok: false,
      error: error instanceof Refusal ? error.message : 'The snapshot service failed.',
    });
  }
};

const properties = () => PropertiesService.getScriptProperties();

const checkMatch = (matchId) => {
  if (!matchId) throw new Refusal('matchId is missing.');
  if (!MATCH_ID.test(matchId))
    throw new Refusal('matchId takes 1 to 64 letters, digits, dashes and underscores.');
  return matchId;
};

const picturesOf = (matchId) => JSON.parse(properties().getProperty(`pictures:${matchId}`) || '[]');

/** Pictures whose days are not over. */
const keptOf = (pictures) => {
  const days = Number(properties().getProperty('keepDays')) || 30;
  const since = Date.now() - days * DAY_MILLIS;
  return pictures.filter(({ capturedAt }) => Date.parse(capturedAt) > since);
};

const dataUrlOf = (id) => {
  try {
    const blob = DriveApp.getFileById(id).getBlob();
    return `data:${blob.getContentType()};base64,${Utilities.base64Encode(blob.getBytes())}`;
  } catch {
    return undefined;
  }
};

/** `latest=1`, `latestData=1` or `history=1`, each with `matchId`. */
function doGet({ parameter }) {
  return answerBy(() => {
    const pictures = keptOf(picturesOf(checkMatch(parameter.matchId)));
    const shown = pictures.map(({ id, capturedAt }) => ({ id, capturedAt, source: 'upload' }));
    if (parameter.history === '1') return { ok: true, pictures: shown };
    if (parameter.latest !== '1' && parameter.latestData !== '1')
      throw new Refusal('Ask with latest=1, latestData=1 or history=1.');
    const [latest] = shown;
    if (!latest) return { ok: false, error: NO_UPLOAD };
    if (parameter.latest === '1')
      return { ok: true, ...latest, title: parameter.matchId, serverTime: new Date().toISOString() };
    const dataUrl = dataUrlOf(latest.id);
    return dataUrl ? { ok: true, dataUrl } : { ok: false, error: 'no image' };
  });
}

const checkKey = (matchId, key) => {
  const dash = matchId.lastIndexOf('-');
  const venue = dash > 0 ? matchId.slice(0, dash) : matchId;
  const expected = properties().getProperty(`key:${venue}`);
  if (!expected || typeof key !== 'string' || digestOf(key) !== digestOf(expected))
    throw new Refusal('The upload key is missing or wrong.');
};

const digestOf = (content) =>
  Utilities.base64Encode(Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, content));

const damaged = () => new Refusal('The picture is damaged or incomplete: send it again.');

const decode = (data) => {
  if (typeof data !== 'string' || !data) throw new Refusal('data is the picture in base64.');
  if (data.length > Math.ceil(MAX_BYTES / 3) * 4) throw new Refusal('The picture is larger than 10 MB.');
  try {
    return Utilities.base64Decode(data);
  } catch {
    throw new Refusal('data is the picture in base64.');
  }
};

/** Bytes of Apps Script are signed. */
const byteAt = (bytes, at) => (bytes[at] ?? 0) & 0xff;
const numberAt = (bytes, at, size) =>
  Array.from({ length: size }, (_, index) => byteAt(bytes, at + index)).reduce(
    (sum, byte) => sum * 256 + byte,
    0,
  );
const numberBackwardsAt = (bytes, at, size) =>
  Array.from({ length: size }, (_, index) => byteAt(bytes, at + size - 1 - index)).reduce(
    (sum, byte) => sum * 256 + byte,
    0,
  );
const textAt = (bytes, at, size) =>
  Array.from({ length: size }, (_, index) => String.fromCharCode(byteAt(bytes, at + index))).join('');

const sizeOfPng = (bytes) => {
  if (textAt(bytes, bytes.length - 8, 4) !== 'IEND') throw damaged();
  for (let at = 8; at < bytes.length; at += 12 + numberAt(bytes, at, 4)) {
    const chunk = textAt(bytes, at + 4, 4);
    if (chunk === 'acTL') throw new Refusal('The picture moves: send a still one.');
    if (chunk === 'IDAT') break;
  }
  return [numberAt(bytes, 16, 4), numberAt(bytes, 20, 4)];
};

const sizeOfJpeg = (bytes) => {
  // Cameras may write something after the picture's end, such as a short film.
  let end = bytes.length - 2;
  while (end > 0 && numberAt(bytes, end, 2) !== 0xffd9) end -= 1;
  if (end <= 0) throw damaged();
  for (let at = 2; at < end; at += 2 + numberAt(bytes, at + 2, 2)) {
    while (numberAt(bytes, at, 2) === 0xffff) at += 1;
    const marker = byteAt(bytes, at + 1);
    if (byteAt(bytes, at) !== 0xff || marker === 0xda) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [numberAt(bytes, at + 7, 2), numberAt(bytes, at + 5, 2)];
  }
  throw damaged();
};

const sizeOfWebp = (bytes) => {
  if (numberBackwardsAt(bytes, 4, 4) + 8 > bytes.length) throw damaged();
  switch (textAt(bytes, 12, 4)) {
    case 'VP8X':
      if (byteAt(bytes, 20) & 2) throw new Refusal('The picture moves: send a still one.');
      return [numberBackwardsAt(bytes, 24, 3) + 1, numberBackwardsAt(bytes, 27, 3) + 1];
    case 'VP8 ':
      return [numberBackwardsAt(bytes, 26, 2) & 0x3fff, numberBackwardsAt(bytes, 28, 2) & 0x3fff];
    case 'VP8L': {
      const bits = numberBackwardsAt(bytes, 21, 4);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    default:
      throw damaged();
  }
};

const kindOf = (bytes) => {
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'jpg';
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'webp';
  throw new Refusal('Send a JPEG, PNG or WebP picture.');
};

/** What can be told without decoding it, which scripts can't. */
const checkPicture = (bytes) => {
  if (bytes.length > MAX_BYTES) throw new Refusal('The picture is larger than 10 MB.');
  const kind = kindOf(bytes);
  const [width, height] = { jpg: sizeOfJpeg, png: sizeOfPng, webp: sizeOfWebp }[kind](bytes);
  if (!width || !height) throw damaged();
  const isSide = (side) => side >= MIN_SIDE && side <= MAX_SIDE;
  if (!isSide(width) || !isSide(height) || width * height > MAX_PIXELS)
    throw new Refusal(
      `The picture has ${width} × ${height} pixels: send ${MIN_SIDE} to ${MAX_SIDE} a side, and at most ${MAX_PIXELS / 1e6} megapixels.`,
    );
  return kind;
};

const capturedAtOf = (given) => {
  const now = Date.now();
  if (given === undefined) return new Date(now).toISOString();
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(given);
  const time = isTime ? Date.parse(given) : NaN;
  if (Number.isNaN(time)) throw new Refusal('capturedAt takes a time such as 2026-11-22T21:40:00Z.');
  if (time < now - DAY_MILLIS)
    throw new Refusal('The picture was taken more than a day ago: send a newer one.');
  return new Date(Math.min(time, now)).toISOString();
};

const folderOf = () => {
  const id = properties().getProperty('folder');
  if (id) return DriveApp.getFolderById(id);
  const folder = DriveApp.createFolder('CueBoard snapshots');
  properties().setProperty('folder', folder.getId());
  return folder;
};

const trash = (id) => {
  try {
    DriveApp.getFileById(id).setTrashed(true);
  } catch {
    // Somebody has removed it already.
  }
};

/** Keeps a match's pictures by capture time, and lets go of those that are old or too many. */
const save = (matchId, pictures) => {
  const sorted = [...pictures].sort(
    (one, other) => Date.parse(other.capturedAt) - Date.parse(one.capturedAt),
  );
  const kept = keptOf(sorted).slice(0, MOST_PICTURES);
  properties().setProperty(`pictures:${matchId}`, JSON.stringify(kept));
  for (const picture of sorted) if (!kept.includes(picture)) trash(picture.id);
};

const locked = (work) => {
  const lock = LockService.getScriptLock();
  if (!lock.tryLock(20000)) throw new Refusal('Too many pictures arrive at once: send it again in a moment.');
  try {
    return work();
  } finally {
    lock.releaseLock();
  }
};

/** The body is JSON: matchId, key, data (the picture in base64), and capturedAt where that isn't now. */
function doPost({ postData }) {
  return answerBy(() => {
    let sent;
    try {
      sent = JSON.parse(postData.contents);
    } catch {
      throw new Refusal('The body is JSON: matchId, key, data.');
    }
    const matchId = checkMatch(sent?.matchId);
    checkKey(matchId, sent.key);
    const capturedAt = capturedAtOf(sent.capturedAt);
    const bytes = decode(sent.data);
    const kind = checkPicture(bytes);
    const digest = digestOf(bytes);
    return locked(() => {
      const pictures = picturesOf(matchId);
      const [latest] = pictures;
      const repeated =
        latest?.digest === digest
          ? latest
          : pictures.find((picture) => picture.digest === digest && picture.capturedAt === capturedAt);
      if (repeated) {
        if (repeated.capturedAt < capturedAt) repeated.capturedAt = capturedAt;
        save(matchId, pictures);
        return { ok: true, id: repeated.id };
      }
      const name = `${matchId} ${capturedAt}.${kind}`;
      const file = folderOf().createFile(Utilities.newBlob(bytes, TYPES[kind], name));
      // The page shows it by Drive's addresses: whoever has the id sees it, and nobody can list the folder.
      file.setSharing(DriveApp.Access.ANYONE_WITH_LINK, DriveApp.Permission.VIEW);
      save(matchId, [{ id: file.getId(), capturedAt, digest }, ...pictures]);
      return { ok: true, id: file.getId() };
    });
  });
}

/** For a daily trigger: lets go of old pictures of tables that send no more. */
function expire() {
  locked(() => {
    for (const name of properties().getKeys()) {
      if (name.startsWith('pictures:'))
        save(name.slice('pictures:'.length), picturesOf(name.slice('pictures:'.length)));
    }
  });
}
