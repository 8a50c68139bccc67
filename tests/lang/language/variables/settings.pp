notice($settings::strict, $settings::environment)
