CREATE TABLE "device_keys" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "device_keys_only" CHECK ("device_keys"."is_only")
);
