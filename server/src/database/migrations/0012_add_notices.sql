CREATE TABLE "notice_receipts" (
	"competition_id" integer NOT NULL,
	"notice_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_receipts_competition_id_notice_id_user_id_pk" PRIMARY KEY("competition_id","notice_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"competition_id" integer NOT NULL,
	"id" serial NOT NULL,
	"zone_id" integer,
	"text" text NOT NULL,
	"sent_by" text NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notices_competition_id_id_pk" PRIMARY KEY("competition_id","id")
);
--> statement-breakpoint
ALTER TABLE "notice_receipts" ADD CONSTRAINT "notice_receipts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_receipts" ADD CONSTRAINT "notice_receipts_notice" FOREIGN KEY ("competition_id","notice_id") REFERENCES "public"."notices"("competition_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_competition_id_competitions_id_fk" FOREIGN KEY ("competition_id") REFERENCES "public"."competitions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_zone" FOREIGN KEY ("competition_id","zone_id") REFERENCES "public"."zones"("competition_id","id") ON DELETE no action ON UPDATE no action;