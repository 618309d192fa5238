ALTER TABLE "official_lists" ADD COLUMN "zone_ids" jsonb;--> statement-breakpoint
UPDATE "place_conflicts" SET "theirs" = CASE "theirs"->>'kind'
WHEN 'list' THEN '{"zones": {}}'::jsonb || "theirs"
WHEN 'run' THEN jsonb_build_object('hidden', false, 'ridden_at', coalesce("theirs"->>'recorded_at', "theirs"->>'received_at')) || "theirs"
WHEN 'zone' THEN '{"closed_at": null}'::jsonb || "theirs"
WHEN 'result' THEN '{"held": null, "held_at": null, "release_at": null}'::jsonb || "theirs"
ELSE "theirs" END WHERE "state" = 'waiting';
