"""Compile: one source file in, one `ModuleIndex` out; a pure function of the file's bytes."""
