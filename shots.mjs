import { chromium } from '@playwright/test';
const O='http://localhost:4465';
for (let i=0;i<60;i++){ try{ if((await fetch(O)).ok) break }catch{}; await new Promise(r=>setTimeout(r,500)); }
const b = await chromium.launch({executablePath:'/usr/bin/chromium', args:['--no-sandbox','--disable-gpu']});
const c = await b.newContext({viewport:{width:1440,height:900}}); const p = await c.newPage();
p.on('console',m=>{if(['error','warning'].includes(m.type()))console.log(m.text())});
await p.goto(O+'/login/'); await p.fill('input[type=email]','demo@cueboard.test'); await p.fill('input[type=password]','cueboard-demo'); await p.click('button[type=submit]'); await p.waitForURL(/dashboard/);
const id = await p.locator('[data-overlay-id]').getAttribute('data-overlay-id').catch(()=>null);
await p.waitForFunction(()=>document.querySelector('[data-overlay-id]')?.dataset.overlayId);
const table = await p.locator('[data-overlay-id]').getAttribute('data-overlay-id');
const settings = (process.argv[2]??'').split(',').filter(Boolean);
for (const l of ['','/fr','/ar']) for (const w of [1440,390]) {
  await p.setViewportSize({width:w,height:w===390?844:900});
  await p.goto(O+l+'/dashboard/#'+table+'/air'); await p.reload();
  await p.getByTestId('air-picture').getByTestId('overlay').waitFor(); await p.waitForTimeout(700);
  await p.screenshot({path:`/tmp/i10/airpix/air${l.replace('/','-')}-${w}.png`, fullPage:true});
}
await p.setViewportSize({width:1440,height:900}); await p.goto(O+'/dashboard/#'+table+'/air'); await p.reload();
await p.getByTestId('air-picture').getByTestId('overlay').waitFor();
const seen=p.getByTestId('air-picture');
let n=0; for (const lay of ['Bar','Corner','Lower third','Full width','TV']) { await p.locator('.air__choices').getByText(lay,{exact:true}).click(); await p.locator('.air__choices').getByText(['Baize','Clear','Slate','Ribbon','Chalk'][n],{exact:true}).click(); await p.waitForTimeout(900); await seen.screenshot({path:`/tmp/i10/airpix/lay${n++}.png`}); }
await p.locator('.air__choices').getByText('Your own',{exact:true}).click(); await p.locator('.air__choices').screenshot({path:'/tmp/i10/airpix/choices.png'});
await p.goto(O+'/dashboard/#'+table); await p.getByTestId('overlay-panel').screenshot({path:'/tmp/i10/airpix/panel.png'});
await b.close();
