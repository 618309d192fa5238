CREATE TABLE "series_competitions" (
	"series_id" integer NOT NULL,
	"counted_id" integer NOT NULL,
	"position" integer NOT NULL,
	"made_by" integer,
	"made_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_competitions_series_id_counted_id_pk" PRIMARY KEY("series_id","counted_id")
);
--> statement-breakpoint
CREATE TABLE "series_invitations" (
	"series_id" integer NOT NULL,
	"email" text NOT NULL,
	"invited_by" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "series_invitations_series_id_email_pk" PRIMARY KEY("series_id","email")
);
--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "follows_made_by" integer;--> statement-breakpoint
ALTER TABLE "competitions" ADD COLUMN "follows_made_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "made_by" integer;--> statement-breakpoint
ALTER TABLE "series_competitions" ADD CONSTRAINT "series_competitions_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_competitions" ADD CONSTRAINT "series_competitions_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_invitations" ADD CONSTRAINT "series_invitations_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_invitations" ADD CONSTRAINT "series_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_competitions_counted" ON "series_competitions" USING btree ("counted_id");--> statement-breakpoint
INSERT INTO "series_competitions" (series_id, counted_id, position, made_at)
SELECT id, counted.value::integer, counted.ordinality, created_at
FROM "series", jsonb_array_elements_text(competition_ids) WITH ORDINALITY AS counted (value, ordinality);--> statement-breakpoint
ALTER TABLE "series" DROP COLUMN "competition_ids";