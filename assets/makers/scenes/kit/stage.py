"""An empty stage: renderer, view layer, and the mark of props in front of the product."""

import bpy

LIGHT_GROUPS = ("key", "fill")
use_gpu = False


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    scene.world.lightgroup = "fill"
    layer = bpy.context.view_layer
    for name in LIGHT_GROUPS:
        layer.lightgroups.add(name=name)
    layer.cycles.denoising_store_passes = True
    layer.use_pass_z = True
    cycles(scene)
    return scene


def cycles(scene, bounces=6):
    """Few bounces and no caustics: the remaining noise is removed afterwards."""
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform = "Raw"
    c = scene.cycles
    c.device, c.use_denoising = "GPU" if use_gpu else "CPU", False
    if use_gpu:
        enable_cuda()
        c.use_auto_tile = False
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, 0.02, 12
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces = bounces, 3, 3
    c.transmission_bounces, c.transparent_max_bounces = bounces, 16
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.blur_glossy = 4.0, 0.6
    # After the second bounce the world's light is used: half the time and less noise.
    c.use_fast_gi, c.fast_gi_method, c.ao_bounces_render = True, "REPLACE", 2
    scene.world.light_settings.distance = 14
    c.pixel_filter_type, c.filter_width = "BLACKMAN_HARRIS", 1.5


def enable_cuda():
    """Cycles has a list of devices in the preferences, which a reset empties."""
    preferences = bpy.context.preferences.addons["cycles"].preferences
    preferences.compute_device_type = "CUDA"
    preferences.get_devices()
    for device in preferences.devices:
        device.use = device.type == "CUDA"
    if not any(device.use for device in preferences.devices):
        raise SystemExit("No CUDA device was found: render without --gpu.")


def front(*objects):
    """Marks props that are nearer to the camera than any product: they go into the foreground layer too."""
    for obj in objects:
        obj["front"] = True
    return objects[0] if objects else None


def visible_meshes():
    return [o for o in bpy.context.scene.objects if o.type in {"MESH", "CURVE", "FONT"} and not o.hide_render]
