const zh = 'accept-language: zh-CN,zh;q=0.9';
const noId = '0195f0a0-0000-7000-8000-00000000dead';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const noDigest = '0'.repeat(64);
const card = '{"input":{"title":"What a mill race is","subtitle":"水渠"}';

const tools = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const agentsCard =
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"social-card","arguments":{"idempotencyKey":"agent","input":{"title":"A walk"}}}}';

const digest =
  'A mill race brings water to a wheel. The wheel turns a stone. The stone grinds the grain of a whole village. Nobody there has ever counted the water.';

/**
 * Every route with good and with bad input, in an order in which the calls build on one another. A
 * line has the caller, if any, the method and the address. After each ` | ` follow a body, headers,
 * and the values to store. Names in braces stand for stored values.
 *
 * `ada`, `ben` and `carl` call from pages of the site. `page` does so without a session, and `evil`
 * from a page of another site with ada's cookie. `holds`, `grants`, `reads` and `finds` are services
 * by their scopes, `app` has an access token, and `credits` is the operator's command.
 */
export const script = String.raw`
GET /
HEAD /
POST / | {}
OPTIONS /
GET / | sec-fetch-dest: document | ${zh}
GET / | sec-fetch-dest: document | cookie: language=zh
GET /zh/
GET /pricing
GET /pricing/?a=b | accept-encoding: br
ada GET /account/
GET /admin/
GET /blog/image-formats-compared/
GET /no/such/page/
GET /zh/no-such-page
GET /%zz
GET /rss.xml
GET /robots.txt
GET /favicon.svg | range: bytes=0-9
GET /apple-touch-icon.png
GET /search/zh/index.json
GET /_astro/gone.12345678.js

GET /api/health
HEAD /api/health
OPTIONS /api/health
POST /api/health | {}
GET /api/openapi.json
HEAD /api/openapi.json
PUT /api/openapi.json | {}
GET /api/auth/jwks | origin: https://evil.example
DELETE /api/auth/jwks
GET /api/no/such/route
ada PATCH /api/no | {}
GET /api
GET /api/auth/login
GET /api/auth/login?returnTo=%2Fzh%2Faccount%2F%23packs
GET /api/auth/login?returnTo=%2F%2Fevil.example | ${zh}
ada GET /api/auth/login?returnTo=%2Fpricing%2F
evil POST /api/auth/login | {}
GET /api/auth/me
ada GET /api/auth/me
ada HEAD /api/auth/me
GET /api/auth/me | cookie: session=nobody; signed_in=1

page POST /api/auth/token
evil POST /api/auth/token
ada POST /api/auth/token | => token "accessToken":"([^"]+)"
ada GET /api/auth/token
page POST /api/user | {"sub":"{sub}"}
page POST /api/user | {"sub":"{sub}"} | authorization: Bearer a.b.c
POST /api/user | {"sub":"{sub}"}
ada POST /api/user | {"sub":"{sub}","name":"Ada L.","app_metadata":{"credits":9}}
ada POST /api/user | {"sub":"auth0|somebody-else"}
ada POST /api/user | {"sub":"{sub}","email":7}
ada POST /api/user | {"sub":
ada POST /api/user | {} | content-type: text/plain
evil POST /api/user | {"sub":"{sub}"}
holds POST /api/user | {"sub":"{sub}"}
GET /api/user/messages
ada GET /api/user/messages
ada POST /api/user/messages | {"unwanted":["runs"],"lowMark":7,"language":"zh"}
ada POST /api/user/messages | {"unwanted":["receipts"],"language":"zh"}
GET /api/user/top-up
ada GET /api/user/top-up
ada POST /api/user/top-up | {"below":5,"pack":"small","currency":"USD","upTo":5,"mostMinor":500,"priceMinor":1}
ada POST /api/user/top-up | {"below":5,"pack":"small","currency":"USD","upTo":5,"mostMinor":500,"priceMinor":500}
ada POST /api/user/top-up | {"below":-1,"pack":"small","currency":"USD","mostMinor":0}
ada DELETE /api/user/top-up
evil DELETE /api/user/top-up
GET /api/messages/unsubscribe?token=nobody.balance.made
POST /api/messages/unsubscribe?token=nobody.balance.made | List-Unsubscribe=One-Click
GET /api/user/keys
ada POST /api/user/keys | {"name":"","reads":[],"caps":{}}
evil POST /api/user/keys | {"name":"CI","reads":[],"caps":{}}
ada POST /api/user/keys | {"name":"CI","flows":["social-card"],"reads":["balance"],"caps":{"life":3}} | => personal "secret":"([^"]+)" | => key "id":"([^"]+)"
ada POST /api/user/keys/{key} | {"name":"CI","flows":["social-card"],"reads":[],"caps":{"life":4}}
ada POST /api/user/keys/${noId} | {"name":"CI","reads":[],"caps":{}}
GET /api/key
GET /api/key | authorization: Bearer {personal}
POST {flows}/mcp | ${tools}
POST {flows}/mcp | ${tools} | authorization: Bearer {personal} | ${zh}
POST {flows}/mcp | ${agentsCard} | authorization: Bearer {personal}
POST {flows}/mcp | ${agentsCard} | authorization: Bearer {personal}
evil POST /api/user/keys/{key}/secrets
ada POST /api/user/keys/{key}/secrets
ada GET /api/user/keys
evil DELETE /api/user/keys/{key}
ada DELETE /api/user/keys/{key}
GET /api/user/sessions
ada GET /api/user/sessions | => other "id":"([^"]+)"[^}]*"current":false
ada DELETE /api/user/sessions/{other}
ada DELETE /api/user/sessions/{other}
ada DELETE /api/user/sessions/not-an-id
evil DELETE /api/user/sessions/{other}
ada DELETE /api/user/sessions?keep=none
ada DELETE /api/user/sessions?keep=current
ada DELETE /api/user | {"confirm":"nobody@example.com"}
ada DELETE /api/user | {"confirm":true}
page DELETE /api/user | {"confirm":"ada@example.com"}
evil DELETE /api/user | {"confirm":"ada@example.com"}

GET /api/credits
ada GET /api/credits
ada GET /api/credits/usage?by=month
ada GET /api/credits/usage?by=year
GET /api/credits/usage
GET /api/credits/use
ada GET /api/credits/use
ada GET /api/credits/use | accept: text/csv | ${zh}
ada GET /api/credits/entries?limit=0
ada GET /api/credits/entries?cursor=1.abc

POST /api/credits/holds | {"sub":"{sub}","amount":5} | idempotency-key: a
grants POST /api/credits/holds | {"sub":"{sub}","amount":5} | idempotency-key: a
holds POST /api/credits/holds | {"sub":"{sub}","amount":5}
holds POST /api/credits/holds | {"sub":"{sub}","amount":0} | idempotency-key: b
holds POST /api/credits/holds | {"sub":"{sub}","amount":5000} | idempotency-key: c
holds POST /api/credits/holds | {"sub":"auth0|nobody","amount":5} | idempotency-key: d
holds POST /api/credits/holds | {"sub":"{sub}","amount":5,"more":1} | idempotency-key: e
holds POST /api/credits/holds | {"sub":"${'x'.repeat(200_000)}"} | idempotency-key: f
holds POST /api/credits/holds | {"sub":"{sub}","amount":5,"reference":"a film"} | idempotency-key: g | => hold "id":"([^"]+)"
holds POST /api/credits/holds | {"sub":"{sub}","amount":5,"reference":"a film"} | idempotency-key: g
holds POST /api/credits/holds | {"sub":"{sub}","amount":6} | idempotency-key: g
holds POST /api/credits/holds | {"sub":"{sub}","amount":2,"expiresInSeconds":60} | idempotency-key: h | => second "id":"([^"]+)"
holds POST /api/credits/holds/{hold}/capture | {"amount":9} | idempotency-key: i
holds POST /api/credits/holds/{hold}/capture | {"amount":3} | idempotency-key: j
holds POST /api/credits/holds/{hold}/capture | {} | idempotency-key: k
holds POST /api/credits/holds/${noId}/capture | {} | idempotency-key: l
holds POST /api/credits/holds/{second}/release | {"sub":"auth0|nobody"} | idempotency-key: m
holds POST /api/credits/holds/{second}/release | {} | idempotency-key: n
holds POST /api/credits/holds/no-id/release | {} | idempotency-key: o
holds GET /api/credits/holds/{second}/release
holds POST /api/credits/holds | {"sub":"{sub}","amount":2,"reference":"a step"} | idempotency-key: step-1 | => third "id":"([^"]+)"
holds POST /api/credits/holds/{third} | {"amount":4,"expiresInSeconds":600} | idempotency-key: step-2
holds POST /api/credits/holds/{third} | {"amount":3} | idempotency-key: step-3
holds POST /api/credits/holds/{third} | {} | idempotency-key: step-4
grants POST /api/credits/holds/{third} | {"amount":5} | idempotency-key: step-5
holds POST /api/credits/holds/{third}/capture | {"amount":1,"final":false} | idempotency-key: step-6
reads GET /api/credits/holds/{third}
reads GET /api/credits/holds
holds GET /api/credits/holds
holds GET /api/credits/holds/{third}
finds GET /api/credits/holds?reference=a%20step
finds GET /api/credits/holds?status=lost
holds POST /api/credits/holds/{third}/release | {} | idempotency-key: step-7
holds POST /api/credits/hold-batches | {"holds":[{"idempotencyKey":"batch-1","sub":"{sub}","amount":1},{"idempotencyKey":"batch-2","sub":"auth0|nobody","amount":1}]}
holds POST /api/credits/hold-batches | {"holds":[]}
grants POST /api/credits/grant-batches | {"grants":[{"idempotencyKey":"batch-3","sub":"{sub}","amount":1,"reason":"a batch"}]}
grants POST /api/credits/grant-batches | {"grants":[{"sub":"{sub}","amount":1}]}
finds POST /api/users/find | {"email":"Ada@EXAMPLE.com"}
finds POST /api/users/find | {"email":"nobody@example.com"}
holds POST /api/users/find | {"email":"ada@example.com"}
finds GET /api/users/credits?sub={sub}
finds GET /api/users/credits
holds GET /api/users/credits?sub={sub}
finds GET /api/users/entries?sub={sub}&limit=1
finds GET /api/users/entries?sub=auth0%7Cnobody
reads GET /api/users/entries?sub={sub}
holds POST /api/credits/grants | {"sub":"{sub}","amount":5,"reason":"thanks"} | idempotency-key: p
grants POST /api/credits/grants | {"sub":"{sub}","amount":5,"reason":"=thanks, 谢谢"} | idempotency-key: q
grants POST /api/credits/grants | {"sub":"{sub}","amount":5} | idempotency-key: r
grants GET /api/credits/grants

page POST /api/checkout | {"pack":"medium"}
ada POST /api/checkout | {"pack":"ocean"}
ada POST /api/checkout | {"pack":"medium","currency":"EUR"}
evil POST /api/checkout | {"pack":"medium"}
ada POST /api/checkout | {"pack":"small","currency":"CNY","language":"zh"} | => open "url":"([^"]+)"
ada POST /api/checkout | {"pack":"medium"} | => pay "url":"([^"]+)" | => paid (cs_test_\w+)
GET {open}
GET {pay}
POST {pay} | action=decline
POST {pay} | action=pay
GET {pay}
ada GET /api/purchases
GET {payments}/ | => desk action="([^"]+)"
POST {payments}{desk} | action=refund&id={paid}&amount=5
POST {payments}{desk} | action=dispute&id={paid}
POST {payments}{desk} | action=win&id=none
GET {payments}/ | ${zh}
GET {payments}/none
POST {payments}/v1/refunds | a=b
GET /api/purchases
ada GET /api/purchases | => bought "id":"([^"]+)"
ada GET /api/purchases?cursor=a
ada POST /api/purchases/{bought}/checkout
ada POST /api/purchases/${noId}/checkout
evil DELETE /api/purchases/{bought}/checkout
ada DELETE /api/purchases/{bought}/checkout
ada GET /api/purchases/{bought}/papers/none
GET /api/purchases/{bought}/papers/none
POST /api/purchases/${noId}/confirm
ada POST /api/purchases/${noId}/confirm
ada POST /api/purchases/x/confirm
POST /api/checkout/webhook | {"id":"evt_1"}
POST /api/checkout/webhook | {"id":"evt_1"} | stripe-signature: t=1,v1=00
GET /api/checkout/webhook

POST {flows}/uploads | {"mediaType":"image/png","bytes":1,"sha256":"00"}
app POST {flows}/uploads | {"mediaType":"image/png","bytes":1,"sha256":"00"} | ${zh}
app POST {flows}/uploads | {"mediaType":"image/png","bytes":1,"sha256":"${noDigest}"}
app POST {flows}/flows/image-shrink/runs | {"input":{"picture":{"upload":"${noId}"}}} | idempotency-key: up | ${zh}
GET {flows}/flows
GET {flows}/flows | ${zh}
OPTIONS {flows}/flows/social-card/runs | origin: {site} | access-control-request-method: POST
POST {flows}/flows/document-digest/quotes | {"input":{}}
app POST {flows}/flows/document-digest/quotes | {"input":{"text":"A mill stands still."}}
app POST {flows}/flows/none/quotes | {"input":{}} | ${zh}
app POST {flows}/flows/social-card/quotes | {"input":{"title":7}} | ${zh}
app POST {flows}/flows/social-card/runs | ${card}}
app POST {flows}/flows/social-card/runs | ${card},"credits":1} | idempotency-key: s
app POST {flows}/flows/social-card/runs | ${card},"credits":2} | idempotency-key: t | => run "id":"([^"]+)"
app POST {flows}/flows/social-card/runs | ${card},"credits":2} | idempotency-key: t
app POST {flows}/flows/social-card/runs | {"input":{"title":"😀"}} | idempotency-key: u | ${zh}
app POST {flows}/flows/image-shrink/runs | {"input":{"picture":"${pixel}","widths":[320]}} | idempotency-key: v
app POST {flows}/flows/image-shrink/runs | {"input":{"picture":"AAAA"}} | idempotency-key: w
app POST {flows}/flows/image-shrink/runs | {"input":{"pictures":["${pixel}","AAAA"],"widths":[320]}} | idempotency-key: y
app POST {flows}/flows/image-shrink/quotes | {"input":{"pictures":["AAAA","AAAA"]}} | ${zh}
app POST {flows}/flows/document-digest/runs | {"input":{"text":"${digest}"}} | idempotency-key: x
app POST {flows}/runs/cancellations | {} | idempotency-key: t
app POST {flows}/runs/cancellations | {} | idempotency-key: none | ${zh}
app GET {flows}/runs
app GET {flows}/runs?cursor=a
GET {flows}/runs
app GET {flows}/runs/{run} | ${zh}
app GET {flows}/runs/${noId}
app GET {flows}/runs/{run}/files/open-graph.png
app GET {flows}/runs/{run}/files/none.png | ${zh}
POST {flows}/runs/{run}/share
app POST {flows}/runs/{run}/share | => shared "token":"([^"]+)"
GET {flows}/shared/{shared} | ${zh}
GET {flows}/shared/none
GET {flows}/shared/{shared}/files/open-graph.png
GET {flows}/shared/{shared}/files/none.png | ${zh}
app DELETE {flows}/runs/{run}/share
app DELETE {flows}/runs/${noId}/share
GET {flows}/shared/{shared}
GET {flows}/runs | authorization: Bearer a.b.c
app PATCH {flows}/runs | {}
GET {flows}/

credits --help
credits grant --help
credits show --user ada@example.com
credits show --user ada@example.com --json
credits show --user nobody@example.com
credits grant --user ada@example.com --amount 5 --reason thanks --days 3 --key y
credits grant --user ada@example.com --amount none --reason thanks
credits keys list
credits keys revoke ${noId}
credits audit
credits audit --json

GET {provider}/.well-known/openid-configuration
GET {provider}/.well-known/jwks.json
GET {provider}/authorize
GET {provider}/v2/logout?client_id=none&returnTo=https%3A%2F%2Fevil.example
GET {provider}/avatars/AL.svg
POST {provider}/oauth/token | grant_type=authorization_code

ada GET /api/credits
ada GET /api/credits/usage?by=day
ada GET /api/credits/entries?limit=2 | => cursor "next":"([^"]+)"
ada GET /api/credits/entries?limit=2&cursor={cursor}&kind=capture,grant
ada GET /api/credits/entries | accept: text/csv
ada GET /api/credits/entries | accept: text/csv | ${zh}
GET /api/credits/entries | accept: text/csv | ${zh}
GET /api/user/export
ada GET /api/user/export
ben GET /api/user/export
${'ben POST /api/auth/token\n'.repeat(31)}
ben DELETE /api/user | {"confirm":"Ben@example.com "}
ben GET /api/credits
ada HEAD /api/auth/logout
ada GET /api/auth/logout | sec-fetch-dest: document | sec-fetch-site: cross-site | ${zh}
ada GET /api/auth/logout | sec-fetch-dest: image
ada GET /api/auth/logout | sec-fetch-dest: document | referer: {site}/zh/account/
ada GET /api/auth/me
carl DELETE /api/user/sessions
carl GET /api/auth/me
`;
